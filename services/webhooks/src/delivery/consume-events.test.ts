import { createWebhook, listDeliveries, readOutboxOperation } from '@freight/contracts';
import { ensureEventStream, implement } from '@freight/messaging';
import { eventually, organizationContext, type TestService, testEnvironment, testService } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhooksConfig } from '../config.ts';
import { startWebhooks } from '../start.ts';
import type { Tables } from '../tables.ts';
import { organizationId, publishEvent, shipmentEvent } from './engine.fixture.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

let receiver: Receiver;
let replicas: TestService<Tables>[];
let environment: Awaited<ReturnType<typeof testEnvironment>>;

/** The owner's outbox has nothing beyond what the stream brings. */
const emptyOutbox = implement(readOutboxOperation('shipments'), async () => ({
  head: 0,
  floor: 1,
  upTo: 0,
  events: [],
}));

beforeAll(async () => {
  receiver = await startReceiver();
  environment = await testEnvironment();
  await ensureEventStream(environment.bus, { maxBytes: 10_000_000, maxAgeMs: 3_600_000, replicas: 1 });
  const start = (stubs: readonly (typeof emptyOutbox)[]) =>
    testService({
      service: 'webhooks',
      config: webhooksConfig,
      start: startWebhooks,
      environment,
      stubs,
      env: { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' },
    });
  replicas = [await start([emptyOutbox]), await start([])];
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  await environment.stop();
  await receiver.stop();
});

describe('an event on the stream', () => {
  test('reaches the receiver once, by whichever of two replicas, even when it is published twice', async () => {
    const [service] = replicas;
    const context = organizationContext(organizationId);
    const created = await service?.call(createWebhook, context, { name: 'Hook', url: receiver.url });
    const publish = (shipment: string, position: number, messageId: string) =>
      publishEvent(environment.bus, shipmentEvent(shipment, 2, 'DELIVERED'), position, messageId);
    for (let number = 1; number <= 20; number += 1) {
      await publish(`shp_${number}`, number, `evt_shp_${number}_2`);
      // Another message id passes the stream's own window; the event id inside is the same.
      await publish(`shp_${number}`, number, `again_${number}`);
    }
    await eventually(async () => {
      const deliveries = await service?.call(listDeliveries, context, { id: created?.id ?? '', limit: 100 });
      expect(deliveries?.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'SUCCEEDED'));
    });
    expect(receiver.received.length).toBe(20);
  });
});
