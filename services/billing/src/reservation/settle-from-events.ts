import { cloudEvent, eventSubject, FreightError, shipmentChanged, shipmentEventName } from '@freight/contracts';
import { type EventHandler, EventRejected } from '@freight/runtime';
import type { Tables } from '../tables.ts';
import { postAttempt } from './post-reservation.ts';
import { refundAttempt } from './refund-reservation.ts';

/** Events that settle a reservation, of all organizations. */
export const settlingSubjects = (['LABEL_GENERATED', 'CANCELLED'] as const).map((status) =>
  eventSubject(shipmentChanged.aggregate, '*', shipmentEventName(status)),
);

const shipmentEvent = cloudEvent(shipmentChanged.data);

/**
 * Settles what shipments could not settle itself because it died between its commit and its call: a booked attempt is posted, a
 * cancelled one refunded. Where the call came through, this changes nothing.
 */
export const settleFromEvents: EventHandler<Tables> = async (trx, event) => {
  const { organizationid, data } = shipmentEvent.parse(event);
  const { attemptId, status, shipment } = data;
  // A draft that was cancelled never cost anything.
  if (attemptId === null) return;
  try {
    if (status === 'LABEL_GENERATED') {
      if (shipment.awbNumber === null) throw new EventRejected(`${shipment.id} is LABEL_GENERATED without an AWB`);
      await postAttempt(trx, organizationid, { attemptId, awbNumber: shipment.awbNumber });
    } else if (status === 'CANCELLED') {
      await refundAttempt(trx, organizationid, { attemptId, reason: 'shipment cancelled' });
    }
  } catch (error) {
    // A parcel that travels on an attempt which holds nothing: no later try mends it, an operator must see it.
    if (error instanceof FreightError)
      throw new EventRejected(`attempt ${attemptId}: ${error.message}`, { cause: error });
    throw error;
  }
};
