import { createWebhook, eventStream, shipmentChanged } from '@freight/contracts';
import { type Database, openDatabase } from '@freight/database';
import { jetstreamApi, type Served, serve } from '@freight/messaging';
import {
  appendEvents,
  createSessionLocks,
  newEvent,
  type OutboxTable,
  type Relay,
  relayOutbox,
  type SessionLocks,
  serveOutbox,
  wakeRelay,
} from '@freight/runtime';
import { createLogger } from '@freight/telemetry';
import { eventually, organizationContext, type TestService, testEnvironment, testService } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhooksConfig } from '../config.ts';
import { startWebhooks } from '../start.ts';
import { sampleShipment } from '../subscriptions/sample-shipment.ts';
import type { Tables } from '../tables.ts';
import { organizationId } from './engine.fixture.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

const log = createLogger({ service: 'tests', level: 'silent' });

let receiver: Receiver;
let environment: Awaited<ReturnType<typeof testEnvironment>>;
let service: TestService<Tables>;
let shipments: Database<{ outbox: OutboxTable }>;
let locks: SessionLocks;
let relay: Relay;
let outbox: Served;

beforeAll(async () => {
  receiver = await startReceiver();
  environment = await testEnvironment();
  shipments = openDatabase({
    url: environment.databaseUrlOf('shipments'),
    schema: 'shipments',
    poolSize: 4,
    applicationName: 'test',
  });
  outbox = serve(environment.bus, [serveOutbox('shipments')], { db: shipments.db }, { log });
  service = await testService({
    service: 'webhooks',
    config: webhooksConfig,
    start: startWebhooks,
    environment,
    env: { WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' },
  });
  locks = createSessionLocks(shipments.pool, log);
  relay = relayOutbox({ bus: environment.bus, log, service: 'shipments', locks, pollMs: 20 });
});
afterAll(async () => {
  await relay.stop();
  locks.close();
  await service.stop();
  await outbox.drain();
  await shipments.close();
  await environment.stop();
  await receiver.stop();
});

const changeOf = (shipmentId: string) =>
  newEvent(shipmentChanged, {
    name: 'delivered',
    organizationId,
    subject: shipmentId,
    version: 2,
    data: {
      status: 'DELIVERED',
      previousStatus: 'OUT_FOR_DELIVERY',
      occurredAt: '2026-01-02T12:00:00.000Z',
      attemptId: null,
      ndrReason: null,
      shipment: { ...sampleShipment, id: shipmentId },
    },
  });

/** More than the consumer takes ahead of its work, so that some are on the stream only. */
const perRound = 400;
const rounds = 3;
const shipmentIds = Array.from({ length: rounds * perRound }, (_, number) => `shp_${number}`);

const announceRound = async (round: number): Promise<void> => {
  await appendEvents(shipments.db, shipmentIds.slice(round * perRound, (round + 1) * perRound).map(changeOf));
  wakeRelay(environment.bus, 'shipments');
};
const published = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select published_position as n from outbox_head`.execute(shipments.db);
  return rows[0]?.n ?? 0;
};
const arrived = (): string[] => receiver.received.map(({ body }): string => JSON.parse(body).data.shipment.id);

describe('JetStream losing its store under load', () => {
  test('costs no event and repeats none', { timeout: 90_000 }, async () => {
    await service.call(createWebhook, organizationContext(organizationId), { name: 'Hook', url: receiver.url });
    await announceRound(0);
    await service.db.transaction().execute(async (holding) => {
      // Whatever the consumer has taken waits here, and the rest goes down with the stream.
      await sql`lock table inbox in exclusive mode`.execute(holding);
      await announceRound(1);
      await eventually(async () => expect(await published()).toBe(2 * perRound));
      await jetstreamApi(environment.bus, `STREAM.DELETE.${eventStream.name}`);
    });
    await announceRound(2);
    await eventually(() => expect(new Set(arrived()).size).toBe(shipmentIds.length), 60_000);
    await eventually(async () =>
      expect(await service.db.selectFrom('pending_deliveries').select('delivery_id').execute()).toEqual([]),
    );
    expect(arrived().toSorted()).toEqual(shipmentIds.toSorted());
  });
});
