import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationContext } from '@freight/contracts';
import { FreightError } from '@freight/contracts';
import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import type { ShipmentRow } from '../tables.ts';
import { findLatestBooking } from './booking.store.ts';

const pollMs = 200;
/** Less than the operation's own 60 s, so that the caller hears an answer and not a timeout. */
const patienceMs = 45_000;

/**
 * The result of an earlier run of this very request (same operation id: a retry with its Idempotency-Key, after a gateway or a
 * shipments process died). A booking that is still open is waited for: the recovery loop is settling it.
 *
 * @returns the booked shipment; undefined when this request has not booked it yet
 */
export const earlierRun = async (
  deps: Deps,
  { organizationId, operationId }: OrganizationContext,
  shipmentId: string,
): Promise<ShipmentRow | undefined> => {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const booking = await findLatestBooking(deps.db, organizationId, shipmentId);
    if (booking?.operation_id !== operationId || booking.status === 'FAILED') return undefined;
    if (booking.status === 'BOOKED') return getShipmentRow(deps.db, organizationId, shipmentId);
    if (Date.now() > giveUpAt) {
      throw new FreightError('COURIER_UNAVAILABLE', { message: 'The booking is still being settled with the courier' });
    }
    await sleep(pollMs);
  }
};
