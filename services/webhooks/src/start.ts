import { cloudEvent, shipmentChanged } from '@freight/contracts';
import { broadcast, onBroadcast } from '@freight/messaging';
import { consumeInbox, pruneMessages, type Runtime } from '@freight/runtime';
import { gauge } from '@freight/telemetry';
import { z } from 'zod';
import type { WebhooksConfig } from './config.ts';
import { pruneDeliveries } from './deliveries/prune-deliveries.store.ts';
import { startDeliveryEngine } from './delivery/delivery-engine.ts';
import { fanOutEvents } from './delivery/fan-out-events.ts';
import { oldestUndeliveredSeconds } from './delivery/oldest-undelivered.store.ts';
import { retrySchedule } from './delivery/retry-schedule.ts';
import { webhooksImplementations } from './operations.ts';
import { purgeDeleted } from './subscriptions/purge-deleted.store.ts';
import type { Tables } from './tables.ts';
import { guardedAgent } from './targets/guarded-agent.ts';

const connectTimeoutMs = 5_000;
/** Kept back from the grace of a stop for cutting off and recording what has no answer. */
const stopReserveMs = 5_000;
const kickName = 'webhooks.due';

/** The webhook service: answers its operations, turns shipment events into deliveries, and delivers. */
export const startWebhooks = async (runtime: Runtime<WebhooksConfig, Tables>): Promise<void> => {
  const { config, db, bus, log, locks, serve, loop, onStop } = runtime;
  const targetPolicy = { allowInsecure: config.WEBHOOK_ALLOW_INSECURE_TARGETS };
  const leaseMs = config.WEBHOOK_LEASE_MS;
  const dispatcher = guardedAgent({ policy: targetPolicy, connectTimeoutMs });

  const engine = startDeliveryEngine({
    db,
    log,
    dispatcher,
    leaseMs,
    pollMs: config.WEBHOOK_POLL_MS,
    stopPatienceMs: Math.max(0, config.SHUTDOWN_GRACE_MS - stopReserveMs),
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    maxInFlight: config.WEBHOOK_MAX_IN_FLIGHT,
    maxPerSubscription: config.WEBHOOK_MAX_IN_FLIGHT_PER_SUBSCRIPTION,
    schedule: retrySchedule,
    random: Math.random,
    now: () => new Date(),
  });
  onStop(engine.stop);

  // This replica has looked already when the others are told; they take what it has no room for.
  const endKicks = onBroadcast(bus, kickName, z.array(z.string()), engine.kick);
  onStop(async () => endKicks());
  const wake = (subscriptionIds: readonly string[]): void => {
    engine.kick(subscriptionIds);
    broadcast(bus, kickName, subscriptionIds);
  };

  const consumption = consumeInbox<Tables>({
    db,
    bus,
    log,
    locks,
    service: 'webhooks',
    sources: [shipmentChanged.source],
    subjects: [`freight.events.v1.${shipmentChanged.aggregate}.>`],
    handleBatch: async (trx, heard) => {
      const subscriptionIds = await fanOutEvents(
        trx,
        heard.map(({ event, meta }) => ({ event: shipmentChangedEvent.parse(event), traceparent: meta.traceparent })),
      );
      return () => wake(subscriptionIds);
    },
  });
  onStop(consumption.stop);

  loop({ name: 'purge-deleted', everyMs: 10_000, run: () => purgeDeleted(db), lock: true });
  const { WEBHOOK_RETENTION_DAYS: retentionDays } = config;
  loop({ name: 'prune-deliveries', everyMs: 600_000, run: () => pruneDeliveries(db, retentionDays), lock: true });
  loop({ name: 'prune-messages', everyMs: 3_600_000, run: () => pruneMessages(db), lock: true });
  observe(runtime, engine.inFlight);

  serve(webhooksImplementations, { db, engine, targetPolicy, leaseMs });
};

const shipmentChangedEvent = cloudEvent(shipmentChanged.data);

/** The age is watched whatever the reason a delivery waits for: what is left out of a metric is what nobody notices. */
const observe = ({ db, loop, onStop }: Runtime<WebhooksConfig, Tables>, inFlight: () => number): void => {
  let oldestSeconds = 0;
  loop({
    name: 'oldest-undelivered',
    everyMs: 10_000,
    run: async () => {
      oldestSeconds = await oldestUndeliveredSeconds(db);
    },
  });
  const ends = [
    gauge('freight_webhook_in_flight', { description: 'Webhook requests in flight in this process' }, inFlight),
    gauge(
      'freight_webhook_oldest_undelivered_age',
      { description: 'Age of the oldest delivery of an active subscription that is not settled', unit: 's' },
      () => oldestSeconds,
    ),
  ];
  onStop(async () => {
    for (const end of ends) end();
  });
};
