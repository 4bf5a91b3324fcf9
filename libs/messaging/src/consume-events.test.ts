import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStream } from '@freight/contracts';
import { startNats } from '@freight/local-stack';
import { createLogger } from '@freight/telemetry';
import { eventually } from '@freight/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bus, connectBus } from './bus.ts';
import { consumeEvents, type EventConsumption, type EventMessage, type EventVerdict } from './consume-events.ts';
import { ensureEventStream } from './event-stream.ts';
import { jetstreamApi } from './jetstream-api.ts';
import { publishEvent } from './publish-event.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const limits = { maxBytes: 10_000_000, maxAgeMs: 3_600_000, replicas: 1 };

let directory: string;
let server: Awaited<ReturnType<typeof startNats>>;
let bus: Bus;
let consumption: EventConsumption | undefined;
let received: EventMessage[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'freight-events-'));
  server = await startNats({ dataDirectory: directory });
});

beforeEach(async () => {
  received = [];
  consumption = undefined;
  bus = await connectBus({ servers: server.url, service: 'webhooks', log });
  await ensureEventStream(bus, limits);
});

afterEach(async () => {
  await consumption?.stop();
  await jetstreamApi(bus, `STREAM.DELETE.${eventStream.name}`);
  await bus.close();
});

afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const subject = 'freight.events.v1.shipments.org_1.delivered';

const publish = (messageId: string, body = messageId) =>
  publishEvent(bus, { subject, messageId, headers: { 'Freight-Position': messageId }, body });

const consume = (verdictOf: (message: EventMessage) => EventVerdict = () => 'done') =>
  consumeEvents(bus, {
    durable: 'webhooks',
    filterSubjects: ['freight.events.v1.shipments.>'],
    onMessage: async (message) => {
      received.push(message);
      return verdictOf(message);
    },
  });

const bodies = () => received.map(({ body }) => body);

describe('an event', () => {
  test('reaches its consumer with headers, in order', async () => {
    consumption = consume();
    for (const id of ['1', '2', '3']) await publish(id);
    await eventually(() => expect(bodies()).toEqual(['1', '2', '3']));
    expect(received[0]?.header('Freight-Position')).toBe('1');
    expect(received[0]?.subject).toBe(subject);
    expect(received[0]?.deliveries).toBe(1);
  });

  test('is stored once when it is published twice under one id', async () => {
    expect((await publish('1')).duplicate).toBe(false);
    expect((await publish('1')).duplicate).toBe(true);
  });

  test('comes again after a verdict of retry, counting its deliveries, and not after done', async () => {
    consumption = consume(({ deliveries }) => (deliveries === 1 ? { retryAfterMs: 1 } : 'done'));
    await publish('1');
    await eventually(() => expect(received.map(({ deliveries }) => deliveries)).toEqual([1, 2]));
    await publish('2');
    await eventually(() => expect(bodies()).toEqual(['1', '1', '2', '2']));
  });

  test('never comes again after a verdict of reject', async () => {
    consumption = consume(({ body }) => (body === 'poison' ? 'reject' : 'done'));
    await publish('poison');
    await publish('next');
    await eventually(() => expect(bodies()).toEqual(['poison', 'next']));
    await eventually(async () => expect(await consumerInfo()).toMatchObject({ num_ack_pending: 0, num_pending: 0 }));
  });

  test('that was taken is handled and acknowledged before stop ends', async () => {
    const gate = Promise.withResolvers<EventVerdict>();
    consumption = consumeEvents(bus, {
      durable: 'webhooks',
      filterSubjects: ['freight.events.v1.>'],
      onMessage: (message) => {
        received.push(message);
        return gate.promise;
      },
    });
    await publish('1');
    await eventually(() => expect(bodies()).toEqual(['1']));
    const stopped = consumption.stop();
    gate.resolve('done');
    await stopped;
    await eventually(async () => expect(await consumerInfo()).toMatchObject({ num_ack_pending: 0, num_pending: 0 }));
  });

  test('is handled after a batch of others, however many', async () => {
    const ids = Array.from({ length: 350 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => publish(id)));
    consumption = consume();
    await eventually(() => expect(new Set(bodies())).toEqual(new Set(ids)));
  });
});

describe('a consumer goes on', () => {
  test('when somebody deletes it', async () => {
    consumption = consume();
    await publish('1');
    await eventually(() => expect(bodies()).toEqual(['1']));
    await jetstreamApi(bus, `CONSUMER.DELETE.${eventStream.name}.webhooks`);
    await publish('2');
    await eventually(() => expect(bodies()).toContain('2'), 20_000);
  });

  test('when the stream is deleted', async () => {
    consumption = consume();
    await publish('1');
    await eventually(() => expect(bodies()).toEqual(['1']));
    await jetstreamApi(bus, `STREAM.DELETE.${eventStream.name}`);
    await eventually(() => publish('2'), 20_000);
    await eventually(() => expect(bodies()).toContain('2'), 20_000);
  });

  test('when the server comes back with an empty store', async () => {
    consumption = consume();
    await publish('1');
    await eventually(() => expect(bodies()).toEqual(['1']));
    await server.stop();
    await rm(join(directory, 'jetstream'), { recursive: true, force: true });
    server = await startNats({ dataDirectory: directory });
    await eventually(() => publish('2'), 20_000);
    await eventually(() => expect(bodies()).toContain('2'), 20_000);
  });
});

const consumerInfo = () => jetstreamApi(bus, `CONSUMER.INFO.${eventStream.name}.webhooks`);
