import { findCarrier } from '@freight/contracts';
import type { Booking } from '@freight/couriers';
import { insertCancelTask } from '../courier-tasks/courier-task.store.ts';
import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import type { AttemptRow, ShipmentRow } from '../tables.ts';
import { findAttempt } from './attempt.store.ts';

/**
 * The courier's answer came to a worker that could not commit it. Either the recovery loop has found the same consignment and
 * committed it, and all is well; or it has given the attempt up, and the consignment belongs to nobody.
 *
 * @returns the shipment when the consignment is the shipment's
 */
export const settleLateAnswer = async (
  deps: Deps,
  attempt: AttemptRow,
  made: Booking,
): Promise<ShipmentRow | undefined> => {
  const now = await findAttempt(deps.db, attempt.organization_id, attempt.id);
  if (now?.step === 'BOOKED' && now.awb_number === made.awb) {
    return getShipmentRow(deps.db, attempt.organization_id, attempt.shipment_id);
  }
  if (now?.step === 'BOOKED' || now?.step === 'RELEASING' || now?.step === 'RELEASED') {
    await cancelForNobody(deps, attempt, made.awb);
  }
  return undefined;
};

/** Has a consignment cancelled that no shipment has: by the loop that tells couriers, until the courier has taken it. */
export const cancelForNobody = async (deps: Deps, attempt: AttemptRow, awb: string): Promise<void> => {
  const carrier = findCarrier(attempt.carrier_id);
  if (carrier === undefined) return;
  await insertCancelTask(deps.db, {
    organization_id: attempt.organization_id,
    shipment_id: attempt.shipment_id,
    courier: carrier.courier,
    awb_number: awb,
  });
  deps.wake.courierTasks();
  deps.log.warn({ attemptId: attempt.id, awb }, 'late consignment is cancelled');
};
