import { readFile } from 'node:fs/promises';
import type { CourierCode } from '@freight/contracts';
import { type CourierCapabilities, courierCapabilities } from '@freight/couriers/capabilities';
import { onBroadcast } from '@freight/messaging';
import type { Runtime } from '@freight/runtime';
import { z } from 'zod';
import { insertDefaultPlan } from './cards/rate-plan.store.ts';
import { ratePlanDocument } from './cards/rate-plan-document.ts';
import type { RatesConfig } from './config.ts';
import type { Deps } from './deps.ts';
import { ratesImplementations } from './operations.ts';
import { readPincodeTable } from './pincodes/pincode-table.ts';
import { readServiceAreas } from './serviceability/service-areas.ts';
import { loadSnapshot, type StaticParts } from './snapshot/load-snapshot.ts';
import type { Tables } from './tables.ts';

/** Broadcast by whoever changes a plan, an assignment or a carrier's switch: every replica reads them again. */
export const ratesChanged = 'rates-changed';

/** Starts the rate service: seeds the default plan, loads the snapshot, serves, and keeps the snapshot fresh. */
export const startRates = async (runtime: Runtime<RatesConfig, Tables>): Promise<void> => {
  const { db, config } = runtime;
  await insertDefaultPlan(db, await readDemoPlan());
  const parts = await readStaticParts(config);
  let snapshot = await loadSnapshot(db, parts);

  const deps: Deps = { snapshot: () => snapshot, now: () => new Date() };
  runtime.serve(ratesImplementations, deps);

  // The broadcast makes a change seen at once; the loop makes it seen at all, because nobody keeps a broadcast.
  const reload = runtime.loop({
    name: 'reload-snapshot',
    everyMs: config.RATES_RELOAD_MS,
    run: async () => {
      snapshot = await loadSnapshot(db, parts);
    },
  });
  const unsubscribe = onBroadcast(runtime.bus, ratesChanged, z.unknown(), reload.wake);
  runtime.onStop(async () => unsubscribe());
};

const dataFile = (name: string): URL => new URL(`../data/${name}`, import.meta.url);

/** The demonstration plan holds from long ago, so that it prices from the first moment on. */
const demoPlan = { id: 'demo', name: 'Demonstration', effectiveFrom: new Date('2025-01-01T00:00:00+05:30') };

const readDemoPlan = async () => ({
  ...demoPlan,
  document: ratePlanDocument.parse(JSON.parse(await readFile(dataFile('demo-rate-plan.json'), 'utf8'))),
});

const readStaticParts = async (config: RatesConfig): Promise<StaticParts> => ({
  pincodes: await readPincodeTable(dataFile('pincodes.tsv')),
  serviceAreas: await readServiceAreas(dataFile('service-areas.json')),
  couriers: connectedCouriers(config.CONNECTED_COURIERS),
});

/** A courier that is configured but has no adapter would be quoted and could never be booked, so it stops the start. */
const connectedCouriers = (codes: readonly CourierCode[]): Partial<Record<CourierCode, CourierCapabilities>> =>
  Object.fromEntries(
    codes.map((code) => {
      const capabilities = courierCapabilities[code];
      if (capabilities === undefined) throw new Error(`CONNECTED_COURIERS: there is no adapter for ${code}`);
      return [code, capabilities];
    }),
  );
