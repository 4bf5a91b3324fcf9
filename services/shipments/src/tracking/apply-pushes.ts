import { findAdapter } from '@freight/couriers';
import type { Deps } from '../deps.ts';
import { findShipmentByAwbAnywhere } from '../shipment/shipment.store.ts';
import { applyScans } from './apply-scans.ts';
import { askSoon, claimPushes, type DuePush, settlePush } from './tracking.store.ts';

const claimLimit = 50;
const leaseMs = 30_000;
/** A push may overtake the commit of its own booking; after this many tries it belongs to nobody here. */
const maxTries = 8;

/** One turn of the loop that applies stored pushes; true when there may be more. */
export const applyPushes = async (deps: Deps): Promise<boolean> => {
  const pushes = await claimPushes(deps.db, { limit: claimLimit, leaseMs });
  for (const push of pushes) await applyPush(deps, push);
  return pushes.length === claimLimit;
};

const applyPush = async (deps: Deps, push: DuePush): Promise<void> => {
  try {
    const unknownAwbs = await applyConsignments(deps, push);
    if (unknownAwbs.length === 0) return await settlePush(deps.db, push.id, { status: 'APPLIED' });
    const reason = `unknown AWB ${unknownAwbs.join(', ')}`.slice(0, 500);
    await settlePush(
      deps.db,
      push.id,
      push.tries >= maxTries ? { status: 'DEAD', reason } : { status: 'DUE', reason, afterMs: backoffMs(push.tries) },
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.warn({ err: error, pushId: push.id, courier: push.courier }, 'courier push is not applied yet');
    await settlePush(deps.db, push.id, { status: 'DUE', reason, afterMs: backoffMs(push.tries) });
  }
};

/** 250 ms, 500 ms … at most 10 min. */
const backoffMs = (tries: number): number => Math.min(250 * 2 ** Math.max(tries - 1, 0), 600_000);

/** @returns AWBs of the push that no shipment has */
const applyConsignments = async (deps: Deps, push: DuePush): Promise<string[]> => {
  const reading = findAdapter(push.courier)?.readPush(push.body);
  if (reading?.kind !== 'parsed') throw new Error('a stored push cannot be read any more');
  const unknownAwbs: string[] = [];
  for (const consignment of reading.consignments) {
    const shipment = await findShipmentByAwbAnywhere(deps.db, consignment.awb, push.courier);
    if (shipment === undefined) unknownAwbs.push(consignment.awb);
    // The push says that there is something to see (pictures of a failed check) and only tracking shows it.
    else if (consignment.needsTracking === true) await askSoon(deps.db, shipment);
    else await applyScans(deps, shipment, consignment);
  }
  return unknownAwbs;
};
