import { getShipmentDecision } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { isoOrNull } from '../shipment/shipment.row.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import { listAttempts } from './attempt.store.ts';
import { listBookings } from './booking.store.ts';

export const getDecisionHandler = implement(getShipmentDecision, async ({ db }: Deps, { organizationId }, { id }) => {
  const shipment = await getShipmentRow(db, organizationId, id);
  const bookings = await listBookings(db, organizationId, id);
  const attempts = await listAttempts(
    db,
    organizationId,
    bookings.map((booking) => booking.id),
  );
  return {
    shipmentId: shipment.id,
    attempts: attempts.map((attempt) => {
      const booking = bookings.find((one) => one.id === attempt.booking_id);
      return {
        attemptId: attempt.id,
        attemptNumber: attempt.attempt_number,
        status: attempt.step,
        carrierId: attempt.carrier_id,
        awbNumber: attempt.awb_number,
        candidates: booking?.candidates ?? [],
        trace: booking?.trace ?? [],
        failure: attempt.last_error,
        startedAt: attempt.started_at.toISOString(),
        settledAt: isoOrNull(attempt.settled_at),
      };
    }),
  };
});
