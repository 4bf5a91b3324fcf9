import { eventSubject, newId, type ShipmentStatus, shipmentEventName } from '@freight/contracts';
import { type Database, openDatabase } from '@freight/database';
import { type Bus, publishEvent as publish } from '@freight/messaging';
import { createLogger } from '@freight/telemetry';
import { testDatabase } from '@freight/testing';
import { newWebhookSecret } from '@freight/webhook-signature';
import { sampleShipment } from '../subscriptions/sample-shipment.ts';
import { insertSubscription, type SubscriptionWithSecret } from '../subscriptions/subscription.store.ts';
import type { Tables } from '../tables.ts';
import { guardedAgent } from '../targets/guarded-agent.ts';
import { type DeliveryEngine, type EngineOptions, startDeliveryEngine } from './delivery-engine.ts';
import { fanOutEvents, type ShipmentChangedEvent } from './fan-out-events.ts';

export const organizationId = 'org_engine';

/** Twelve attempts as in real life, all of them soon. */
const quickSchedule: EngineOptions['schedule'] = [0, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20, 20];

/** A status change of a shipment, as the shipments service announces it. */
export const shipmentEvent = (shipmentId: string, version: number, status: ShipmentStatus): ShipmentChangedEvent => ({
  specversion: '1.0',
  id: `evt_${shipmentId}_${version}`,
  source: '/services/shipments',
  type: `freight.v1.shipments.${shipmentEventName(status)}`,
  subject: shipmentId,
  time: '2026-01-02T12:00:00.000Z',
  datacontenttype: 'application/json',
  organizationid: organizationId,
  version,
  data: {
    status,
    previousStatus: null,
    occurredAt: '2026-01-02T12:00:00.000Z',
    attemptId: null,
    ndrReason: null,
    shipment: { ...sampleShipment, id: shipmentId, status },
  },
});

/** Puts an event on the stream at this position, as the shipments service's relay does. */
export const publishEvent = async (
  bus: Bus,
  event: ShipmentChangedEvent,
  position: number,
  messageId = event.id,
): Promise<void> => {
  await publish(bus, {
    subject: eventSubject('shipments', event.organizationid, shipmentEventName(event.data.status)),
    messageId,
    headers: { 'Freight-Source': 'shipments', 'Freight-Position': String(position) },
    body: JSON.stringify(event),
  });
};

/** One event alone, as it is when it comes alone. */
export const fanOutEvent = (db: Database<Tables>['db'], event: ShipmentChangedEvent): Promise<string[]> =>
  fanOutEvents(db, [{ event, traceparent: null }]);

export type EngineFixture = {
  db: Database<Tables>['db'];
  subscribe: (url: string, events?: string[]) => Promise<SubscriptionWithSecret>;
  /** Announces a change and wakes every engine of this fixture. */
  announce: (shipmentId: string, version: number, status: ShipmentStatus) => Promise<void>;
  start: (overrides?: Partial<EngineOptions>) => DeliveryEngine;
  /** Stops the engines, keeps the database. */
  stopEngines: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Engines on a real database, without a bus. */
export const engineFixture = async (): Promise<EngineFixture> => {
  const testBase = await testDatabase();
  const database = openDatabase<Tables>({
    url: testBase.urlOf('webhooks'),
    schema: 'webhooks',
    poolSize: 6,
    applicationName: 'test',
  });
  const { db } = database;
  const engines: DeliveryEngine[] = [];

  const stopEngines = async (): Promise<void> => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  };

  return {
    db,
    subscribe: async (url, events) => {
      const row = await insertSubscription(db, organizationId, {
        id: newId('subscription'),
        created_by_operation: newId('operation'),
        name: 'test',
        url,
        events: events ?? null,
        secret: newWebhookSecret(),
      });
      if (row === undefined) throw new Error('too many subscriptions');
      return row;
    },
    announce: async (shipmentId, version, status) => {
      const due = await fanOutEvent(db, shipmentEvent(shipmentId, version, status));
      for (const engine of engines) engine.kick(due);
    },
    start: (overrides = {}) => {
      const dispatcher = guardedAgent({ policy: { allowInsecure: true }, connectTimeoutMs: 1_000 });
      const engine = startDeliveryEngine({
        db,
        log: createLogger({ service: 'tests', level: process.env.LOG_LEVEL ?? 'silent' }),
        dispatcher,
        leaseMs: 30_000,
        pollMs: 50,
        stopPatienceMs: 5_000,
        timeoutMs: 5_000,
        maxInFlight: 200,
        maxPerSubscription: 10,
        schedule: quickSchedule,
        random: () => 0.5,
        now: () => new Date(),
        ...overrides,
      });
      engines.push(engine);
      return engine;
    },
    stopEngines,
    stop: async () => {
      await stopEngines();
      await database.close();
      await testBase.drop();
    },
  };
};
