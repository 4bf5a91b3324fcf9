import { type CourierCode, FreightError, type RemittanceStatus } from '@freight/contracts';
import type { Db } from '@freight/database';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type CodParcelRow = {
  organization_id: string;
  shipment_id: string;
  id: string;
  awb_number: string;
  order_reference_number: string;
  courier: string;
  cod_amount_paise: number;
  freight_paise: number;
  cod_charge_paise: number;
  vas_paise: number;
  delivered_at: Date;
  eligible_on: string;
  status: 'OWED' | 'REMITTED' | 'REVERSED';
  remittance_id: string | null;
  version: number;
  created_at: Date;
  /** Of the remittance that it is in. */
  remittance_status: RemittanceStatus | null;
};

const columns = sql`
  p.organization_id, p.shipment_id, p.id, p.awb_number, p.order_reference_number, p.courier, p.cod_amount_paise, p.freight_paise,
  p.cod_charge_paise, p.vas_paise, p.delivered_at, p.eligible_on, p.status, p.remittance_id, p.version, p.created_at,
  r.status as remittance_status`;

const parcels = sql`
  cod_parcels p left join remittances r on r.organization_id = p.organization_id and r.id = p.remittance_id`;

export type NewCodParcel = {
  id: string;
  shipmentId: string;
  attemptId: string;
  awbNumber: string;
  orderReferenceNumber: string;
  /** As the shipment shows it, and the company behind it; null when no courier of ours is. */
  courier: string;
  courierCode: CourierCode | null;
  codAmountPaise: number;
  deliveredAt: Date;
  eligibleOn: string;
  version: number;
  /** REVERSED for a delivery that was withdrawn before we heard of it. */
  status: 'OWED' | 'REVERSED';
};

/**
 * Writes that cash was collected. A parcel that is known stays as it is, unless its delivery was withdrawn by an older event.
 *
 * @returns false when nothing was written
 */
export const insertCodParcel = async (
  trx: Db<Tables>,
  organizationId: string,
  parcel: NewCodParcel,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into cod_parcels (organization_id, shipment_id, id, awb_number, order_reference_number, courier, courier_code,
      cod_amount_paise, freight_paise, cod_charge_paise, vas_paise, delivered_at, eligible_on, status, version)
    select ${organizationId}, ${parcel.shipmentId}, ${parcel.id}, ${parcel.awbNumber}, ${parcel.orderReferenceNumber},
      ${parcel.courier}, ${parcel.courierCode}, ${parcel.codAmountPaise}, coalesce(freight_paise, 0), coalesce(cod_paise, 0), coalesce(vas_paise, 0),
      ${parcel.deliveredAt}, ${parcel.eligibleOn}, ${parcel.status}, ${parcel.version}
    from (select) one left join reservations on organization_id = ${organizationId} and attempt_id = ${parcel.attemptId}
    on conflict (organization_id, shipment_id) do update set
      status = excluded.status, version = excluded.version, delivered_at = excluded.delivered_at,
      eligible_on = excluded.eligible_on, remittance_id = null, reversal_reason = null, updated_at = now()
    where cod_parcels.status = 'REVERSED' and cod_parcels.version < excluded.version
    returning id`.execute(trx);
  return rows.length > 0;
};

/** Locks a parcel until the end of the transaction. */
export const lockCodParcel = async (
  trx: Db<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<CodParcelRow | undefined> => {
  const { rows } = await sql<CodParcelRow>`
    select ${columns} from ${parcels}
    where p.organization_id = ${organizationId} and p.shipment_id = ${shipmentId}
    for update of p`.execute(trx);
  return rows[0];
};

/** Parcels with an AWB, of one organization or of all: couriers may use a number that another one uses too. */
export const findCodParcelsByAwb = async (
  db: Db<Tables>,
  { awb, organizationId }: { awb: string; organizationId: string | undefined },
): Promise<CodParcelRow[]> => {
  const { rows } = await sql<CodParcelRow>`
    select ${columns} from ${parcels}
    where p.awb_number = ${awb}
      and p.organization_id = coalesce(${organizationId ?? null}::text, p.organization_id)
    order by p.organization_id limit 2`.execute(db);
  return rows;
};

/** Takes a parcel back; when it is in a payout, the payout remembers that the wallet gave its cash back. */
export const setReversed = async (
  trx: Db<Tables>,
  organizationId: string,
  shipmentId: string,
  { reason, version }: { reason: string; version: number },
): Promise<void> => {
  await sql`
    with reversed as (
      update cod_parcels set status = 'REVERSED', reversal_reason = ${reason}, version = ${version}, updated_at = now()
      where organization_id = ${organizationId} and shipment_id = ${shipmentId}
      returning remittance_id
    )
    update remittance_items set is_recovered = true from reversed
    where organization_id = ${organizationId} and shipment_id = ${shipmentId}
      and remittance_items.remittance_id = reversed.remittance_id`.execute(trx);
};

/** What is owed and may be paid out (`eligible`) or not yet (`upcoming`) on a day; the oldest first. */
export const listOwedParcels = async (
  db: Db<Tables>,
  organizationId: string,
  { when, today, limit }: { when: 'eligible' | 'upcoming'; today: string; limit: number },
): Promise<{ rows: CodParcelRow[]; count: number; totalPaise: number }> => {
  const condition: RawBuilder<unknown> =
    when === 'eligible' ? sql`p.eligible_on <= ${today}` : sql`p.eligible_on > ${today}`;
  const { rows } = await sql<CodParcelRow & { count: number; total_paise: number }>`
    select ${columns}, count(*) over () as count, (sum(p.cod_amount_paise) over ())::bigint as total_paise from ${parcels}
    where p.organization_id = ${organizationId} and p.status = 'OWED' and ${condition}
    order by p.eligible_on, p.id limit ${limit}`.execute(db);
  return { rows, count: rows[0]?.count ?? 0, totalPaise: rows[0]?.total_paise ?? 0 };
};

export type OwedOnDay = { eligible_on: string; cod_paise: number; vas_paise: number; count: number };

export const sumOwedByDay = async (db: Db<Tables>, organizationId: string): Promise<OwedOnDay[]> => {
  const { rows } = await sql<OwedOnDay>`
    select eligible_on, sum(cod_amount_paise)::bigint as cod_paise, sum(vas_paise)::bigint as vas_paise, count(*) as count
    from cod_parcels where organization_id = ${organizationId} and status = 'OWED'
    group by eligible_on order by eligible_on`.execute(db);
  return rows;
};

/** Deliveries from a moment until before another. */
export type CodPeriod = { from: Date | null; before: Date | null };

const inPeriod = ({ from, before }: CodPeriod) => sql`
  p.delivered_at >= coalesce(${from}::timestamptz, '-infinity') and p.delivered_at < coalesce(${before}::timestamptz, 'infinity')`;

export const listCodParcels = async (
  db: Db<Tables>,
  organizationId: string,
  { limit, offset, ...period }: CodPeriod & { limit: number; offset: number },
): Promise<CodParcelRow[]> => {
  const { rows } = await sql<CodParcelRow>`
    select ${columns} from ${parcels}
    where p.organization_id = ${organizationId} and ${inPeriod(period)}
    order by p.delivered_at desc, p.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
};

export const countCodParcels = async (db: Db<Tables>, organizationId: string, period: CodPeriod): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from cod_parcels p
    where p.organization_id = ${organizationId} and ${inPeriod(period)}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** The next parcels behind a place in the list. */
export const listCodParcelsAfter = async (
  db: Db<Tables>,
  organizationId: string,
  { after, limit, ...period }: CodPeriod & { after: { deliveredAt: Date; id: string } | null; limit: number },
): Promise<CodParcelRow[]> => {
  const behind =
    after === null ? sql`true` : sql`(p.delivered_at, p.id) < (${after.deliveredAt}::timestamptz, ${after.id}::text)`;
  const { rows } = await sql<CodParcelRow>`
    select ${columns} from ${parcels}
    where p.organization_id = ${organizationId} and ${inPeriod(period)} and ${behind}
    order by p.delivered_at desc, p.id desc limit ${limit}`.execute(db);
  return rows;
};

/** @throws FreightError NOT_FOUND */
export const getCodParcel = async (
  db: Db<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<CodParcelRow> => {
  const row = await findCodParcel(db, organizationId, shipmentId);
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'No cash was collected for this shipment' });
  return row;
};

export const findCodParcel = async (
  db: Db<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<CodParcelRow | undefined> => {
  const { rows } = await sql<CodParcelRow>`
    select ${columns} from ${parcels}
    where p.organization_id = ${organizationId} and p.shipment_id = ${shipmentId}`.execute(db);
  return rows[0];
};
