import { type EventDataOf, FreightError, type shipmentChanged } from '@freight/contracts';
import type { Db } from '@freight/database';
import { EventRejected } from '@freight/runtime';
import type { Tables } from '../tables.ts';
import { postAttempt } from './post-reservation.ts';
import { refundAttempt } from './refund-reservation.ts';

/**
 * Settles what shipments could not settle itself because it died between its commit and its call: a booked attempt is posted, a
 * cancelled one refunded, also when the courier cancelled it. Where the call came through, this changes nothing.
 *
 * @throws EventRejected when the attempt holds nothing that could be settled so
 */
export const settleReservation = async (
  trx: Db<Tables>,
  organizationId: string,
  { attemptId, status, shipment }: EventDataOf<typeof shipmentChanged> & { attemptId: string },
): Promise<void> => {
  try {
    if (status === 'LABEL_GENERATED') {
      if (shipment.awbNumber === null) throw new EventRejected(`${shipment.id} is LABEL_GENERATED without an AWB`);
      await postAttempt(trx, organizationId, { attemptId, awbNumber: shipment.awbNumber });
    } else if (status === 'CANCELLED') {
      await refundAttempt(trx, organizationId, { attemptId, reason: 'shipment cancelled' });
    }
  } catch (error) {
    // A parcel that travels on an attempt which holds nothing: no later try mends it, an operator must see it.
    if (error instanceof FreightError)
      throw new EventRejected(`attempt ${attemptId}: ${error.message}`, { cause: error });
    throw error;
  }
};
