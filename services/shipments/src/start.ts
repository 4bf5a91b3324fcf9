import { courierHealthBroadcast } from '@freight/contracts';
import { createCourierCaller } from '@freight/couriers';
import { createLabelDrawer } from '@freight/labels';
import { broadcast } from '@freight/messaging';
import { pruneMessages, type Runtime, relayOutbox, serveOutbox, wakeRelay } from '@freight/runtime';
import { durationHistogram } from '@freight/telemetry';
import { recoverBookings } from './booking/recover-bookings.ts';
import type { ShipmentsConfig } from './config.ts';
import { tellCouriers } from './courier-tasks/tell-courier.ts';
import { createCourierAccounts } from './couriers/courier-accounts.ts';
import { createHealthReporter } from './couriers/report-health.ts';
import type { Deps } from './deps.ts';
import { pruneBulkDownloads } from './documents/bulk/prune-bulk-downloads.ts';
import { openDocumentStorage } from './documents/document-storage.ts';
import { implementations } from './operations.ts';
import type { Tables } from './tables.ts';
import { applyPushes } from './tracking/apply-pushes.ts';
import { pollCouriers } from './tracking/poll-couriers.ts';

const courierCalls = durationHistogram('freight_courier_call', {
  description: 'Calls to couriers by courier, operation and outcome',
});

/** How often a loop looks without being woken: what was written while its wake-up got lost waits this long at most. */
const idleMs = { courierTasks: 1_000, courierPushes: 500, poller: 1_000 } as const;

/** Starts everything of this service: its operations, its outbox relay and the loops that finish what requests began. */
export const startShipments = async (runtime: Runtime<ShipmentsConfig, Tables>): Promise<Deps> => {
  const { bus, config, db, log, loop, locks, onStop, serve } = runtime;
  const accounts = createCourierAccounts(config.COURIER_ACCOUNTS, config.COURIER_SANDBOX_ACCOUNTS);
  const health = createHealthReporter(accounts.list, (account) => caller.isCircuitOpen(account));
  const caller = createCourierCaller({
    timeoutMs: config.COURIER_TIMEOUT_MS,
    observe: (observation) => {
      const { durationMs, courier, operation, outcome, reason } = observation;
      courierCalls(durationMs / 1_000, { courier, operation, outcome, ...(reason === undefined ? {} : { reason }) });
      health.observe(observation);
    },
  });
  const labels = createLabelDrawer();
  const storage = openDocumentStorage(bus, config);
  onStop(async () => {
    storage.close();
    await Promise.all([caller.close(), labels.close()]);
  });

  const deps: Deps = {
    db,
    bus,
    log,
    config,
    caller,
    labels,
    storage,
    accounts,
    wake: {
      relay: () => wakeRelay(bus, 'shipments'),
      courierTasks: () => tasks.wake(),
      courierPushes: () => pushes.wake(),
    },
  };

  const untilDone = (turn: (deps: Deps) => Promise<boolean>) => async (signal: AbortSignal) => {
    while ((await turn(deps)) && !signal.aborted);
  };
  const tasks = loop({ name: 'courier-tasks', everyMs: idleMs.courierTasks, run: untilDone(tellCouriers) });
  const pushes = loop({ name: 'courier-pushes', everyMs: idleMs.courierPushes, run: untilDone(applyPushes) });
  loop({ name: 'poll-couriers', everyMs: idleMs.poller, run: untilDone(pollCouriers) });
  loop({
    name: 'report-courier-health',
    everyMs: courierHealthBroadcast.everyMs,
    run: async () => broadcast(bus, courierHealthBroadcast.name, health.take()),
  });
  loop({
    name: 'recover-bookings',
    everyMs: config.BOOKING_RECOVERY_EVERY_MS,
    run: () => recoverBookings(deps),
  });

  const relay = relayOutbox({ bus, log, locks, service: 'shipments' });
  onStop(relay.stop);
  loop({ name: 'prune-messages', everyMs: 3_600_000, run: () => pruneMessages(db), lock: true });
  loop({ name: 'prune-bulk-downloads', everyMs: 600_000, run: () => pruneBulkDownloads(deps), lock: true });
  serve<Deps>([...implementations, serveOutbox('shipments')], deps);
  return deps;
};
