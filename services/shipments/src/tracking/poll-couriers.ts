import type { Deps } from '../deps.ts';
import type { ShipmentRow } from '../tables.ts';
import { applyScans } from './apply-scans.ts';
import { claimDueForTracking } from './tracking.store.ts';

const claimLimit = 100;

/**
 * One turn of the poller: asks couriers for the shipments whose turn has come, in bulk where they allow it. Pushes are lost (two
 * couriers send none, the others retry little), so every parcel on its way is asked for until it is at rest.
 */
export const pollCouriers = async (deps: Deps): Promise<boolean> => {
  const due = await claimDueForTracking(deps.db, { limit: claimLimit, everyMs: deps.config.TRACKING_POLL_EVERY_MS });
  const accounts = Map.groupBy(due, (row) => accountOf(deps, row));
  for (const [courier, rows] of accounts) {
    if (courier === undefined) continue;
    const { trackBatchSize } = courier.adapter.capabilities;
    for (let start = 0; start < rows.length; start += trackBatchSize) {
      await pollBatch(deps, courier, rows.slice(start, start + trackBatchSize));
    }
  }
  return due.length === claimLimit;
};

const accountOf = (deps: Deps, row: ShipmentRow) =>
  row.courier === null ? undefined : deps.accounts.find(row.organization_id, row.courier);

const pollBatch = async (
  deps: Deps,
  { adapter, account }: NonNullable<ReturnType<Deps['accounts']['find']>>,
  rows: ShipmentRow[],
): Promise<void> => {
  const awbs = rows.flatMap((row) => (row.awb_number === null ? [] : [row.awb_number]));
  const outcome = await adapter.track({ account, caller: deps.caller }, { awbs });
  if (outcome.kind !== 'done') {
    deps.log.warn({ courier: adapter.courier, awbs: awbs.length, outcome: outcome.kind }, 'tracking was not answered');
    return;
  }
  for (const tracked of outcome.value) {
    const row = rows.find((one) => one.awb_number === tracked.awb);
    if (row !== undefined) await applyScans(deps, row, tracked);
  }
};
