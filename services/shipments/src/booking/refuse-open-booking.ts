import { FreightError } from '@freight/contracts';
import type { Kysely } from 'kysely';
import type { ShipmentRow, Tables } from '../tables.ts';

/**
 * While a booking of a draft is open, nothing else may change it: the courier may have the consignment already.
 *
 * @throws INVALID_STATE when a booking of this shipment is open
 */
export const refuseOpenBooking = async (db: Kysely<Tables>, shipment: ShipmentRow): Promise<void> => {
  const open = await db
    .selectFrom('bookings')
    .select('id')
    .where('organization_id', '=', shipment.organization_id)
    .where('shipment_id', '=', shipment.id)
    .where('status', '=', 'OPEN')
    .executeTakeFirst();
  if (open !== undefined) {
    throw new FreightError('INVALID_STATE', {
      message: `A booking of this ${shipment.status} shipment is in progress`,
    });
  }
};
