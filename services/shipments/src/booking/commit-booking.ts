import { FreightError, findCarrier, newId, type OrganizationContext, postReservation } from '@freight/contracts';
import type { Booking } from '@freight/couriers';
import { call } from '@freight/messaging';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { keepBookedLabel } from '../documents/courier-label.ts';
import { changeStatus } from '../status/change-shipment.ts';
import { recordChange } from '../status/record-change.store.ts';
import type { AttemptRow, ShipmentRow } from '../tables.ts';

/**
 * Makes the courier's consignment the shipment's: AWB, charges, LABEL_GENERATED, timeline, event, pickup task and the attempt's
 * end in one statement. The reservation is posted at once and, should this process die here, from the event.
 *
 * @returns the shipment as it is now, or undefined when the attempt was taken away in the meantime
 */
export const commitBooking = async (
  deps: Deps,
  context: OrganizationContext,
  { draft, attempt, made }: { draft: ShipmentRow; attempt: AttemptRow; made: Booking },
): Promise<ShipmentRow | undefined> => {
  const now = new Date();
  const carrier = findCarrier(attempt.carrier_id);
  if (carrier === undefined) throw new FreightError('INTERNAL', { cause: `unknown carrier ${attempt.carrier_id}` });
  const { price, eddDays, ...candidate } = attempt.candidate;

  const change = changeStatus(
    draft,
    {
      to: 'LABEL_GENERATED',
      at: now,
      description: `Booked with ${carrier.displayName}`,
      set: {
        courier: carrier.courier,
        carrier_id: carrier.carrierId,
        awb_number: made.awb,
        courier_order_id: made.courierOrderId,
        sort_code: made.sortCode,
        attempt_id: attempt.id,
        freight_paise: price.freightPaise,
        cod_charge_paise: price.codPaise,
        vas_paise: price.vasPaise,
        gst_paise: price.gstPaise,
        total_charge_paise: price.totalPaise,
        charged_weight_grams: candidate.chargeableWeightGrams,
        volumetric_weight_grams: candidate.volumetricWeightGrams,
        zone: candidate.zone,
        expected_delivery_date: made.expectedDeliveryDate ?? new Date(now.getTime() + eddDays * dayMs),
        tracking_due_at: new Date(now.getTime() + deps.config.TRACKING_POLL_EVERY_MS),
      },
    },
    now,
  );

  const pickup = deps.accounts.find(context.organizationId, carrier.courier)?.adapter.capabilities.pickup;
  const isRecorded = await recordChange(deps.db, context.organizationId, {
    before: draft,
    ...change,
    // A reverse parcel is fetched from the customer by the booking itself; the pickup call is for warehouses.
    tasks:
      pickup === 'on-request' && draft.shipment_type !== 'REVERSE'
        ? [{ id: newId('operation'), kind: 'REQUEST_PICKUP', courier: carrier.courier, awb_number: made.awb }]
        : [],
    booked: { bookingId: attempt.booking_id, attemptId: attempt.id },
  });
  if (!isRecorded) return undefined;
  crashPoint('booking.committed');
  deps.wake.relay();
  deps.wake.courierTasks();
  await post(deps, context, attempt, made.awb);
  if (made.label !== null) await keepBookedLabel(deps, change.after, made.label);
  return change.after;
};

const dayMs = 24 * 60 * 60 * 1_000;

/** The booking stands whether or not this call arrives: the event of the status change posts the same reservation. */
const post = async (
  deps: Deps,
  context: OrganizationContext,
  attempt: AttemptRow,
  awbNumber: string,
): Promise<void> => {
  try {
    await call(deps.bus, postReservation, context, { attemptId: attempt.id, awbNumber });
    crashPoint('booking.posted');
  } catch (error) {
    deps.log.warn({ err: error, attemptId: attempt.id }, 'reservation is left to be posted from the event');
  }
};
