import type { Kysely } from 'kysely';
import type { ShipmentRow, Tables } from '../tables.ts';

type Labelled = Pick<ShipmentRow, 'organization_id' | 'id' | 'awb_number'>;

export const courierLabelKey = ({ organization_id: organizationId, id, awb_number: awb }: Labelled): string =>
  `courier-label/${organizationId}/${id}/${awb}`;

/** Do we have the courier's own label of this shipment's present AWB? */
export const findCourierLabel = async (db: Kysely<Tables>, shipment: Labelled): Promise<boolean> => {
  const row = await db
    .selectFrom('courier_labels')
    .select('byte_count')
    .where('organization_id', '=', shipment.organization_id)
    .where('shipment_id', '=', shipment.id)
    .where('awb_number', '=', shipment.awb_number ?? '')
    .executeTakeFirst();
  return row !== undefined;
};

/** Two first requests at once fetch twice and keep one; the courier gave both the same. */
export const insertCourierLabel = async (db: Kysely<Tables>, shipment: Labelled, byteCount: number): Promise<void> => {
  await db
    .insertInto('courier_labels')
    .values({
      organization_id: shipment.organization_id,
      shipment_id: shipment.id,
      awb_number: shipment.awb_number ?? '',
      byte_count: byteCount,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'shipment_id', 'awb_number']).doNothing())
    .execute();
};

export const deleteCourierLabel = async (db: Kysely<Tables>, shipment: Labelled): Promise<void> => {
  await db
    .deleteFrom('courier_labels')
    .where('organization_id', '=', shipment.organization_id)
    .where('shipment_id', '=', shipment.id)
    .where('awb_number', '=', shipment.awb_number ?? '')
    .execute();
};
