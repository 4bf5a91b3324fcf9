import {
  cancellableStatuses,
  cancelShipment,
  FreightError,
  newId,
  type OrganizationContext,
  refundReservation,
  toInr,
} from '@freight/contracts';
import { call, implement } from '@freight/messaging';
import { refuseOpenBooking } from '../booking/refuse-open-booking.ts';
import { tellCourier } from '../courier-tasks/tell-courier.ts';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import { changeStatus } from '../status/change-shipment.ts';
import { recordChange } from '../status/record-change.store.ts';
import type { ShipmentRow } from '../tables.ts';

/** A courier's scan may move the shipment at the same moment; the row's version decides who was first. */
const maxRereads = 5;

/**
 * Cancels before pickup. The decision, its event and the task to tell the courier are one statement; the refund and the courier
 * follow at once and, should this process die, from the event and the task. The shipment is CANCELLED whatever the courier says, and
 * the same request again (same operation id) hears what became of it.
 */
export const cancelShipmentHandler = implement(cancelShipment, async (deps: Deps, context, { id, reason }) => {
  const cancelled = await cancel(deps, context, id, reason);
  deps.wake.relay();
  crashPoint('cancelling.committed');
  if (cancelled.courier === null || cancelled.awb_number === null) {
    return { success: true, courierCancelled: true, courierError: null, refunded: 0 };
  }
  const refunded = await refund(deps, context, cancelled);
  const courierError = await tellCourier(deps, { shipment: cancelled, kind: 'CANCEL', requestId: context.requestId });
  crashPoint('cancelling.courier-answered');
  return { success: true, courierCancelled: courierError === null, courierError, refunded };
});

const cancel = async (
  deps: Deps,
  { organizationId, operationId }: OrganizationContext,
  id: string,
  reason: string | undefined,
): Promise<ShipmentRow> => {
  for (let reads = 0; reads < maxRereads; reads += 1) {
    const before = await getShipmentRow(deps.db, organizationId, id);
    if (before.status === 'CANCELLED' && before.cancelled_by_operation === operationId) return before;
    if (!cancellableStatuses.some((status) => status === before.status)) {
      throw new FreightError('INVALID_STATE', { message: `A ${before.status} shipment cannot be cancelled` });
    }
    await refuseOpenBooking(deps.db, before);
    const now = new Date();
    const description = reason === undefined || reason === '' ? 'Cancelled by the merchant' : `Cancelled: ${reason}`;
    const change = changeStatus(
      before,
      { to: 'CANCELLED', at: now, description, set: { cancelled_by_operation: operationId } },
      now,
    );
    const isRecorded = await recordChange(deps.db, organizationId, {
      before,
      ...change,
      tasks:
        before.courier === null || before.awb_number === null
          ? []
          : [{ id: newId('operation'), kind: 'CANCEL', courier: before.courier, awb_number: before.awb_number }],
    });
    if (isRecorded) return change.after;
  }
  throw new FreightError('INVALID_STATE', { message: 'The shipment is being changed by others, try again' });
};

/** INR that go back to the wallet: the booking's charge, by this call or, when it cannot be made, by the event. */
const refund = async (deps: Deps, context: OrganizationContext, cancelled: ShipmentRow): Promise<number> => {
  if (cancelled.attempt_id === null) return 0;
  try {
    const { refundedPaise } = await call(deps.bus, refundReservation, context, {
      attemptId: cancelled.attempt_id,
      reason: 'Shipment cancelled',
    });
    crashPoint('cancelling.refunded');
    return toInr(refundedPaise);
  } catch (error) {
    deps.log.warn({ err: error, shipmentId: cancelled.id }, 'refund is left to be made from the event');
    return toInr(cancelled.total_charge_paise ?? 0);
  }
};
