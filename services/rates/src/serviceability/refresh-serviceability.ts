import { type Carrier, carriers } from '@freight/contracts';
import type { CourierAccount, CourierAdapter, CourierCaller, Outcome, Serviceability } from '@freight/couriers';
import type { Deps } from '../deps.ts';
import type { PincodeTable } from '../pincodes/pincode-table.ts';
import { claimDueServices, forgetBudgets, noteFailure, seedServices, spendBudget } from './due-services.store.ts';
import { maxAgeMsOf } from './max-age.ts';
import { toFlags } from './service-table.ts';
import { type ServiceRow, writeServices } from './serviceability.store.ts';

export type AskedCourier = { account: CourierAccount; adapter: CourierAdapter };

/** Pincodes asked for before their answers are written: a replica that dies loses this many answers. */
const batchSize = 10;
const questionsPerPincode = 2;
/** The hub itself is asked for before each batch. */
const questionsPerHub = 1;

/** Longer than a batch takes when every call runs into its time limit. */
const leaseMs = 600_000;

/**
 * Makes the round of the refresh job: asks each courier for the pincodes whose answer is due, within the budget that replicas
 * share, and writes the answers. Quotes see them when the snapshot is next read. What a courier does not answer is asked
 * again when the lease has run out.
 */
export const createServiceabilityRefresh = (
  deps: Pick<Deps, 'db' | 'config' | 'snapshot' | 'log'>,
  caller: CourierCaller,
  couriers: readonly AskedCourier[],
): ((signal: AbortSignal) => Promise<void>) => {
  let seeded: PincodeTable | undefined;
  const services = couriers.flatMap((courier) =>
    carriers
      .filter((carrier) => carrier.courier === courier.account.courier)
      .map((carrier) => ({ ...courier, caller, carrier })),
  );
  return async (signal) => {
    const { pincodes } = deps.snapshot();
    if (seeded !== pincodes) {
      const all = pincodes.places.map(({ pincode }) => Number(pincode));
      for (const { carrier } of services) await seedServices(deps.db, carrier.carrierId, all);
      seeded = pincodes;
    }
    await Promise.all(services.map((service) => refreshCarrier(deps, service, signal)));
    await forgetBudgets(deps.db);
  };
};

type AskedService = AskedCourier & { caller: CourierCaller; carrier: Carrier };

/** Batch after batch until nothing is due, the budget is used up or the courier fails. */
const refreshCarrier = async (
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  service: AskedService,
  signal: AbortSignal,
): Promise<void> => {
  const { carrierId, courier } = service.carrier;
  const perMinute = config.SERVICEABILITY_CALLS_PER_MINUTE;
  const limit = Math.max(1, Math.min(batchSize, Math.floor((perMinute - questionsPerHub) / questionsPerPincode)));
  const questions = Math.min(perMinute, limit * questionsPerPincode + questionsPerHub);
  while (!signal.aborted && (await spendBudget(db, courier, { questions, perMinute }))) {
    const due = await claimDueServices(db, carrierId, { limit, leaseMs });
    if (due.length === 0) return;
    const asked = await askAll(service, config.SERVICEABILITY_HUB_PINCODE, due);
    await writeServices(db, carrierId, asked.rows, { source: 'courier', maxAgeMs: maxAgeMsOf(config) });
    await noteFailure(db, carrierId, asked.failure);
    if (asked.failure === null) continue;
    log.warn({ carrierId, failure: asked.failure }, 'serviceability refresh interrupted');
    return;
  }
};

type Asked = { rows: ServiceRow[]; failure: string | null };

/** A hub that is not served today would make every pincode look unserved, so nothing is believed then. */
const askAll = async (service: AskedService, hub: string, due: readonly number[]): Promise<Asked> => {
  const ofHub = await ask(service, hub, hub);
  if (ofHub.kind !== 'done') return { rows: [], failure: failureOf(ofHub) };
  if (!ofHub.value.isServiceable) return { rows: [], failure: `the hub ${hub} itself is not served` };
  const rows: ServiceRow[] = [];
  for (const pincode of due) {
    const [delivery, collection] = await Promise.all([
      ask(service, hub, String(pincode)),
      ask(service, String(pincode), hub),
    ]);
    if (delivery.kind !== 'done') return { rows, failure: failureOf(delivery) };
    if (collection.kind !== 'done') return { rows, failure: failureOf(collection) };
    rows.push({ pincode, flags: flagsOf(delivery.value, collection.value) });
  }
  return { rows, failure: null };
};

const ask = ({ adapter, account, caller, carrier }: AskedService, pickupPincode: string, dropPincode: string) =>
  adapter.serviceability({ account, caller }, { pickupPincode, dropPincode, service: carrier.service });

/** What comes to a pincode is a delivery, what leaves it a pickup: a forward one, or of goods that go back. */
const flagsOf = (delivery: Serviceability, collection: Serviceability): number =>
  toFlags({
    prepaid: delivery.prepaid,
    cod: delivery.cod,
    pickup: collection.pickup,
    reverse: collection.reverse,
    qc: collection.reverseQc,
  });

const failureOf = (outcome: Exclude<Outcome<Serviceability>, { kind: 'done' }>): string =>
  outcome.kind === 'refused' ? `${outcome.reason}: ${outcome.message}` : outcome.cause;
