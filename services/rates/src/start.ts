import { readFile } from 'node:fs/promises';
import { courierHealthBroadcast } from '@freight/contracts';
import { courierCapabilities } from '@freight/couriers/capabilities';
import { broadcast, onBroadcast } from '@freight/messaging';
import type { Runtime } from '@freight/runtime';
import { z } from 'zod';
import { createPlanVersions } from './cards/plan-versions.ts';
import { insertDefaultPlan } from './cards/rate-plan.store.ts';
import { ratePlanDocument } from './cards/rate-plan-document.ts';
import { connectedCouriers } from './carriers/connected-couriers.ts';
import type { RatesConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { createHealthWindow } from './health/health-window.ts';
import { ratesImplementations } from './operations.ts';
import { readPincodeTable } from './pincodes/pincode-table.ts';
import { readServiceAreas } from './serviceability/service-areas.ts';
import { startServiceabilityRefresh } from './serviceability/start-refresh.ts';
import { holdSnapshot } from './snapshot/hold-snapshot.ts';
import { createSnapshotLoader, type StaticParts } from './snapshot/load-snapshot.ts';
import type { Tables } from './tables.ts';

/** Broadcast by whoever changes a plan, an assignment, rules, a table or a carrier's switch: every replica reads them again. */
export const ratesChanged = 'rates-changed';

/** Starts the rate service: seeds the default plan, loads the snapshot, serves, and keeps the snapshot fresh. */
export const startRates = async (runtime: Runtime<RatesConfig, Tables>): Promise<void> => {
  const { db, bus, config, log } = runtime;
  await insertDefaultPlan(db, await readDemoPlan());
  const planVersions = createPlanVersions(db);
  const holder = await holdSnapshot(createSnapshotLoader(db, await readStaticParts(config), planVersions));
  const health = createHealthWindow(Date.now);

  const deps: Deps = {
    snapshot: holder.current,
    health,
    now: () => new Date(),
    planVersions,
    db,
    bus,
    log,
    config,
    announceChange: async () => {
      broadcast(bus, ratesChanged, null);
      await holder.reload();
    },
  };
  runtime.serve(ratesImplementations, deps);

  // The broadcast makes a change seen at once; the loop makes it seen at all, because nobody keeps a broadcast.
  const reload = runtime.loop({ name: 'reload-snapshot', everyMs: config.RATES_RELOAD_MS, run: holder.reload });
  const stopListening = [
    onBroadcast(bus, ratesChanged, z.unknown(), reload.wake),
    onBroadcast(bus, courierHealthBroadcast.name, courierHealthBroadcast.schema, health.record),
  ];
  runtime.onStop(async () => {
    for (const stop of stopListening) stop();
  });
  if (config.COURIER_ACCOUNTS.length > 0) await startServiceabilityRefresh(runtime, deps);
};

const dataFile = (name: string): URL => new URL(`../data/${name}`, import.meta.url);

/** The demonstration plan holds from long ago, so that it prices from the first moment on. */
const demoPlan = { id: 'demo', name: 'Demonstration', effectiveFrom: new Date('2025-01-01T00:00:00+05:30') };

const readDemoPlan = async () => {
  const source = await readFile(dataFile('demo-rate-plan.json'), 'utf8');
  return { ...demoPlan, source, document: ratePlanDocument.parse(JSON.parse(source)) };
};

const readStaticParts = async (config: RatesConfig): Promise<StaticParts> => ({
  pincodes: await readPincodeTable(dataFile('pincodes.tsv')),
  serviceAreas: await readServiceAreas(dataFile('service-areas.json')),
  couriers: connectedCouriers(config.CONNECTED_COURIERS, courierCapabilities),
});
