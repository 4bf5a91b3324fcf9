import { listBookedLanes } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { toAllocationLane } from '../booking/allocation-lane.ts';
import type { Deps } from '../deps.ts';
import { listBookedRows } from './booked-lane.store.ts';

export const listBookedLanesHandler = implement(
  listBookedLanes,
  async ({ db }: Deps, { organizationId }, { limit }) => {
    const rows = await listBookedRows(db, organizationId, limit);
    return rows.map((row) => ({
      shipmentId: row.id,
      orderReferenceNumber: row.order_reference_number,
      carrierId: row.candidate.carrierId,
      totalPaise: row.candidate.price.totalPaise,
      rateCardVersion: row.candidate.rateCardVersion,
      lane: toAllocationLane(row),
    }));
  },
);
