import { type Price, price, zones } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../tables.ts';
import type { TaxedAmount } from './charge-parts.ts';

/** What a booked shipment is charged now, with what its booking said of it. */
export type ShipmentCharges = {
  shipmentId: string;
  attemptId: string;
  price: Price;
  weightGrams: number;
  isReturning: boolean;
  returnVersion: number;
  /** Taken for the return, and given back of the COD charge; 0 while the parcel does not go back. */
  rto: TaxedAmount;
  codBack: TaxedAmount;
  awbNumber: string | null;
  orderReferenceNumber: string | null;
  booking: Booking;
};

/** Of the reason that was given when the price was reserved. */
const booking = z.object({
  carrierId: z.string(),
  rateCardVersion: z.string(),
  zone: z.enum(zones),
  chargeableWeightGrams: z.int(),
  shipmentType: z.enum(['FORWARD', 'REVERSE', 'EXCHANGE']).default('FORWARD'),
  isQcRequired: z.boolean().default(false),
});
type Booking = z.output<typeof booking>;

/**
 * Locks the charges of the shipment that an attempt booked until the end of the transaction; the first time they begin as what was
 * booked. Undefined when the attempt never reserved anything.
 */
export const lockCharges = async (
  trx: Db<Tables>,
  organizationId: string,
  attemptId: string,
): Promise<ShipmentCharges | undefined> => {
  await sql`
    insert into shipment_charges (organization_id, shipment_id, attempt_id, price, weight_grams)
    select organization_id, shipment_id, attempt_id, reason -> 'price', (reason ->> 'chargeableWeightGrams')::integer
    from reservations
    where organization_id = ${organizationId} and attempt_id = ${attemptId} and shipment_id is not null
    on conflict (organization_id, shipment_id) do nothing`.execute(trx);
  const { rows } = await sql<ChargesRow>`
    select c.shipment_id, c.attempt_id, c.price, c.weight_grams, c.is_returning, c.return_version, c.rto_net_paise,
      c.rto_gst_paise, c.cod_back_net_paise, c.cod_back_gst_paise, r.awb_number, r.order_reference_number, r.reason
    from reservations r
    join shipment_charges c on c.organization_id = r.organization_id and c.shipment_id = r.shipment_id
    where r.organization_id = ${organizationId} and r.attempt_id = ${attemptId}
    for update of c`.execute(trx);
  return rows[0] && toCharges(rows[0]);
};

export const saveReturn = async (
  trx: Db<Tables>,
  organizationId: string,
  shipmentId: string,
  {
    isReturning,
    version,
    rto,
    codBack,
  }: { isReturning: boolean; version: number; rto: TaxedAmount; codBack: TaxedAmount },
): Promise<void> => {
  await sql`
    update shipment_charges set is_returning = ${isReturning}, return_version = ${version},
      rto_net_paise = ${rto.netPaise}, rto_gst_paise = ${rto.gstPaise},
      cod_back_net_paise = ${codBack.netPaise}, cod_back_gst_paise = ${codBack.gstPaise}, updated_at = now()
    where organization_id = ${organizationId} and shipment_id = ${shipmentId}`.execute(trx);
};

/** The price from now on, and what is taken for the return at it. */
export const savePrice = async (
  trx: Db<Tables>,
  organizationId: string,
  shipmentId: string,
  { price: newPrice, weightGrams, rto }: { price: Price; weightGrams: number; rto: TaxedAmount },
): Promise<void> => {
  await sql`
    update shipment_charges set price = ${JSON.stringify(newPrice)}::jsonb, weight_grams = ${weightGrams},
      rto_net_paise = ${rto.netPaise}, rto_gst_paise = ${rto.gstPaise}, updated_at = now()
    where organization_id = ${organizationId} and shipment_id = ${shipmentId}`.execute(trx);
};

/** Bookings that are paid for under an AWB, of one organization or of all; two when the AWB alone does not say which. */
export const findBookedByAwb = async (
  db: Db<Tables>,
  { awb, organizationId }: { awb: string; organizationId: string | undefined },
): Promise<{ organization_id: string; attempt_id: string }[]> => {
  const { rows } = await sql<{ organization_id: string; attempt_id: string }>`
    select organization_id, attempt_id from reservations
    where awb_number = ${awb} and status = 'POSTED'
      and organization_id = coalesce(${organizationId ?? null}::text, organization_id)
    order by organization_id, attempt_id limit 2`.execute(db);
  return rows;
};

type ChargesRow = {
  shipment_id: string;
  attempt_id: string;
  price: unknown;
  weight_grams: number;
  is_returning: boolean;
  return_version: number;
  rto_net_paise: number;
  rto_gst_paise: number;
  cod_back_net_paise: number;
  cod_back_gst_paise: number;
  awb_number: string | null;
  order_reference_number: string | null;
  reason: unknown;
};

const toCharges = (row: ChargesRow): ShipmentCharges => ({
  shipmentId: row.shipment_id,
  attemptId: row.attempt_id,
  price: price.parse(row.price),
  weightGrams: row.weight_grams,
  isReturning: row.is_returning,
  returnVersion: row.return_version,
  rto: { netPaise: row.rto_net_paise, gstPaise: row.rto_gst_paise },
  codBack: { netPaise: row.cod_back_net_paise, gstPaise: row.cod_back_gst_paise },
  awbNumber: row.awb_number,
  orderReferenceNumber: row.order_reference_number,
  booking: booking.parse(row.reason),
});
