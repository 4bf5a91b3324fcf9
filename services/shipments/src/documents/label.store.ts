import type { Kysely } from 'kysely';
import type { ShipmentRow, Tables } from '../tables.ts';

export const findLabel = async (db: Kysely<Tables>, shipment: ShipmentRow): Promise<Uint8Array | undefined> => {
  const label = await db
    .selectFrom('labels')
    .select('content')
    .where('organization_id', '=', shipment.organization_id)
    .where('shipment_id', '=', shipment.id)
    .where('awb_number', '=', shipment.awb_number ?? '')
    .executeTakeFirst();
  return label?.content;
};

/** Two first requests at once draw twice and keep one; both drew the same. */
export const insertLabel = async (db: Kysely<Tables>, shipment: ShipmentRow, content: Uint8Array): Promise<void> => {
  await db
    .insertInto('labels')
    .values({
      organization_id: shipment.organization_id,
      shipment_id: shipment.id,
      awb_number: shipment.awb_number ?? '',
      is_ours: true,
      content_type: 'application/pdf',
      content: Buffer.from(content),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'shipment_id', 'awb_number']).doNothing())
    .execute();
};
