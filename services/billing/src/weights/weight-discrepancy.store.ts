import { type Price, price, type WeightDiscrepancy } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type WeightDiscrepancyRow = {
  organization_id: string;
  id: string;
  shipment_id: string;
  attempt_id: string;
  awb_number: string;
  order_reference_number: string | null;
  status: WeightDiscrepancy['status'];
  charged_weight_grams: number;
  courier_weight_grams: number;
  new_charged_weight_grams: number;
  new_price: unknown;
  held_paise: number;
  evidence_url: string | null;
  dispute_reason: string | null;
  dispute_evidence_urls: string[];
  decision_reason: string | null;
  respond_by: Date;
  decided_at: Date | null;
  created_at: Date;
};

const columns = sql`
  organization_id, id, shipment_id, attempt_id, awb_number, order_reference_number, status, charged_weight_grams,
  courier_weight_grams, new_charged_weight_grams, new_price, held_paise, evidence_url, dispute_reason, dispute_evidence_urls,
  decision_reason, respond_by, decided_at, created_at`;

export const newPriceOf = (row: WeightDiscrepancyRow): Price => price.parse(row.new_price);

/** The discrepancy of a parcel that nobody has decided yet. */
export const findOpenDiscrepancy = async (
  db: Db<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<WeightDiscrepancyRow | undefined> => {
  const { rows } = await sql<WeightDiscrepancyRow>`
    select ${columns} from weight_discrepancies
    where organization_id = ${organizationId} and shipment_id = ${shipmentId} and status in ('OPEN', 'DISPUTED')`.execute(
    db,
  );
  return rows[0];
};

/** The last one of a parcel for a weight, decided or not. */
export const findDiscrepancyOfWeight = async (
  db: Db<Tables>,
  organizationId: string,
  { shipmentId, courierWeightGrams }: { shipmentId: string; courierWeightGrams: number },
): Promise<WeightDiscrepancyRow | undefined> => {
  const { rows } = await sql<WeightDiscrepancyRow>`
    select ${columns} from weight_discrepancies
    where organization_id = ${organizationId} and shipment_id = ${shipmentId}
      and courier_weight_grams = ${courierWeightGrams}
    order by created_at desc limit 1`.execute(db);
  return rows[0];
};

/** Where a discrepancy is, of whatever organization: an operator names it by its id alone. */
export const findDiscrepancyOwner = async (db: Db<Tables>, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from weight_discrepancies where id = ${id}`.execute(db);
  return rows[0]?.organization_id;
};

export const findDiscrepancy = async (
  db: Db<Tables>,
  organizationId: string,
  id: string,
): Promise<WeightDiscrepancyRow | undefined> => {
  const { rows } = await sql<WeightDiscrepancyRow>`
    select ${columns} from weight_discrepancies where organization_id = ${organizationId} and id = ${id}`.execute(db);
  return rows[0];
};

export const insertDiscrepancy = async (
  trx: Db<Tables>,
  organizationId: string,
  row: {
    id: string;
    shipmentId: string;
    attemptId: string;
    awbNumber: string;
    orderReferenceNumber: string | null;
    chargedWeightGrams: number;
    courierWeightGrams: number;
    newChargedWeightGrams: number;
    newPrice: Price;
    heldPaise: number;
    evidenceUrl: string | null;
    disputeDays: number;
  },
): Promise<WeightDiscrepancyRow> => {
  const { rows } = await sql<WeightDiscrepancyRow>`
    insert into weight_discrepancies (organization_id, id, shipment_id, attempt_id, awb_number, order_reference_number, status,
      charged_weight_grams, courier_weight_grams, new_charged_weight_grams, new_price, held_paise, evidence_url, respond_by)
    values (${organizationId}, ${row.id}, ${row.shipmentId}, ${row.attemptId}, ${row.awbNumber}, ${row.orderReferenceNumber},
      'OPEN', ${row.chargedWeightGrams}, ${row.courierWeightGrams}, ${row.newChargedWeightGrams},
      ${JSON.stringify(row.newPrice)}::jsonb, ${row.heldPaise}, ${row.evidenceUrl},
      now() + ${row.disputeDays} * interval '1 day')
    returning ${columns}`.execute(trx);
  const [inserted] = rows;
  if (inserted === undefined) throw new Error('an insert gives its row');
  return inserted;
};

export const saveDispute = async (
  trx: Db<Tables>,
  organizationId: string,
  { id, reason, evidenceUrls }: { id: string; reason: string; evidenceUrls: string[] },
): Promise<WeightDiscrepancyRow | undefined> => {
  const { rows } = await sql<WeightDiscrepancyRow>`
    update weight_discrepancies set status = 'DISPUTED', dispute_reason = ${reason}, dispute_evidence_urls = ${evidenceUrls},
      updated_at = now()
    where organization_id = ${organizationId} and id = ${id} and status = 'OPEN' and respond_by > now()
    returning ${columns}`.execute(trx);
  return rows[0];
};

/** Ends a discrepancy that has one of these statuses; undefined when it has another. */
export const saveDecision = async (
  trx: Db<Tables>,
  organizationId: string,
  {
    id,
    from,
    to,
    reason,
  }: {
    id: string;
    from: readonly WeightDiscrepancy['status'][];
    to: WeightDiscrepancy['status'];
    reason: string | null;
  },
): Promise<WeightDiscrepancyRow | undefined> => {
  const { rows } = await sql<WeightDiscrepancyRow>`
    update weight_discrepancies set status = ${to}, decision_reason = ${reason}, decided_at = now(), updated_at = now()
    where organization_id = ${organizationId} and id = ${id} and status = any(${[...from]}::text[])
    returning ${columns}`.execute(trx);
  return rows[0];
};

/** Discrepancies whose deadline is over without an answer, the oldest first. */
export const listOverdueDiscrepancies = async (
  db: Db<Tables>,
  limit: number,
): Promise<{ organization_id: string; id: string }[]> => {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from weight_discrepancies where status = 'OPEN' and respond_by <= now()
    order by respond_by limit ${limit}`.execute(db);
  return rows;
};

export const listDiscrepancies = async (
  db: Db<Tables>,
  organizationId: string,
  { status, limit, offset }: { status: WeightDiscrepancy['status'] | undefined; limit: number; offset: number },
): Promise<{ rows: WeightDiscrepancyRow[]; total: number }> => {
  const wanted = sql`organization_id = ${organizationId} and status = coalesce(${status ?? null}::text, status)`;
  const [page, counted] = await Promise.all([
    sql<WeightDiscrepancyRow>`
      select ${columns} from weight_discrepancies where ${wanted}
      order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total from weight_discrepancies where ${wanted}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
};
