import { startNats } from '@freight/local-stack';
import { createLogger } from '@freight/telemetry';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bus, connectBus } from './bus.ts';
import { jetstreamApi } from './jetstream-api.ts';
import { natsAuthorizationConfig, newNkey, nkeyPublicOf } from './nats-authorization.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const seeds = { shipments: newNkey().seed, webhooks: newNkey().seed };
const administrator = { user: 'administrator', password: 'of-the-tests' };

let server: Awaited<ReturnType<typeof startNats>>;
let bus: Bus;
let store: ObjectStore;

beforeAll(async () => {
  const users = (['shipments', 'webhooks'] as const).map((service) => ({
    service,
    nkeyPublic: nkeyPublicOf(seeds[service]),
  }));
  server = await startNats({ ephemeral: true, extraConfig: natsAuthorizationConfig(users, [administrator]) });
});
afterAll(() => server.stop());

// The service's own narrow rights: that they are enough is half of what these tests say.
beforeEach(async () => {
  bus = await connectBus({ servers: server.url, service: 'shipments', nkeySeed: seeds.shipments, log });
  store = openObjectStore(bus, { bucket: 'shipments-drawn', keepMs: 3_600_000 });
});
afterEach(() => bus.close());

const asAdministrator = async (verb: string): Promise<void> => {
  const servers = server.url.replace('nats://', `nats://${administrator.user}:${administrator.password}@`);
  const tool = await connectBus({ servers, service: 'cli', log });
  await jetstreamApi(tool, verb);
  await tool.close();
};

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);

describe('the object store', () => {
  test.each([0, 1, 128 * 1_024, 512 * 1_024])('gives back %d bytes as they were put', async (length) => {
    await store.put('org_1/label/shp_1', bytesOf(length));
    expect(await store.get('org_1/label/shp_1')).toEqual(bytesOf(length));
  });

  test('gives what was put last under a key', async () => {
    await store.put('twice', bytesOf(200_000));
    await store.put('twice', bytesOf(3));
    expect(await store.get('twice')).toEqual(bytesOf(3));
  });

  test('takes any text for a key', async () => {
    const key = 'org *.> ../\n ज्योत्स्ना';
    await store.put(key, bytesOf(10));
    expect(await store.get(key)).toEqual(bytesOf(10));
  });

  test('has nothing under a key that was never put or was deleted, and deletes that twice', async () => {
    expect(await store.get('never')).toBeUndefined();
    await store.put('gone', bytesOf(5));
    await store.delete('gone');
    await store.delete('gone');
    await store.delete('never');
    expect(await store.get('gone')).toBeUndefined();
  });

  test('begins anew, empty, when JetStream lost the bucket', async () => {
    await store.put('kept', bytesOf(5));
    await asAdministrator('STREAM.DELETE.OBJ_shipments-drawn');
    expect(await store.get('kept')).toBeUndefined();
    await store.put('kept', bytesOf(7));
    expect(await store.get('kept')).toEqual(bytesOf(7));
  });

  test('is closed to other services', async () => {
    await store.put('private', bytesOf(5));
    const webhooks = await connectBus({ servers: server.url, service: 'webhooks', nkeySeed: seeds.webhooks, log });
    const foreign = openObjectStore(webhooks, { bucket: 'shipments-drawn' });
    await expect(foreign.get('private')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(foreign.put('private', bytesOf(1))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await store.get('private')).toEqual(bytesOf(5));
    await webhooks.close();
  });
});
