import { type Db, isUniqueViolation } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Remembers a file under its reference; false when another file has this reference. */
export const rememberFile = async (
  db: Db<Tables>,
  { courier, reference, digest }: { courier: string; reference: string; digest: string },
): Promise<boolean> => {
  try {
    await sql`
      insert into cod_reconciliations (courier, reference, file_digest)
      values (${courier}, ${reference}, ${digest})`.execute(db);
    return true;
  } catch (error) {
    if (!isUniqueViolation(error, 'cod_reconciliations_pkey')) throw error;
    const { rows } = await sql`
      select 1 from cod_reconciliations
      where courier = ${courier} and reference = ${reference} and file_digest = ${digest}`.execute(db);
    return rows.length > 0;
  }
};

export type CourierParcel = {
  organization_id: string;
  shipment_id: string;
  awb_number: string;
  order_reference_number: string;
  cod_amount_paise: number;
  received_paise: number;
  delivered_at: Date;
  status: 'OWED' | 'REMITTED' | 'REVERSED';
};

const columns = sql`
  organization_id, shipment_id, awb_number, order_reference_number, cod_amount_paise, received_paise, delivered_at, status`;

export const findCourierParcels = async (
  db: Db<Tables>,
  { courier, awbs }: { courier: string; awbs: readonly string[] },
): Promise<CourierParcel[]> => {
  const { rows } = await sql<CourierParcel>`
    select ${columns} from cod_parcels where courier_code = ${courier} and awb_number = any(${[...awbs]}::text[])
    order by organization_id, awb_number`.execute(db);
  return rows;
};

export const lockCourierParcel = async (
  trx: Db<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<CourierParcel> => {
  const { rows } = await sql<CourierParcel>`
    select ${columns} from cod_parcels
    where organization_id = ${organizationId} and shipment_id = ${shipmentId} for update`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error(`cash of ${shipmentId} is gone`);
  return row;
};

export const addReceived = async (
  trx: Db<Tables>,
  organizationId: string,
  { shipmentId, amountPaise }: { shipmentId: string; amountPaise: number },
): Promise<void> => {
  await sql`
    update cod_parcels set received_paise = received_paise + ${amountPaise}, updated_at = now()
    where organization_id = ${organizationId} and shipment_id = ${shipmentId}`.execute(trx);
};

/** Parcels whose courier has paid nothing for them in any file, the oldest delivery first. */
export const listUnpaidParcels = async (
  db: Db<Tables>,
  { courier, deliveredUntil, limit }: { courier: string; deliveredUntil: Date; limit: number },
): Promise<CourierParcel[]> => {
  const { rows } = await sql<CourierParcel>`
    select ${columns} from cod_parcels
    where courier_code = ${courier} and delivered_at <= ${deliveredUntil} and status <> 'REVERSED' and received_paise = 0
    order by delivered_at limit ${limit}`.execute(db);
  return rows;
};
