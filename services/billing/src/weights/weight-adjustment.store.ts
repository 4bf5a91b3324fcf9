import { toInr, type WeightAdjustment } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type WeightAdjustmentRow = {
  organization_id: string;
  id: string;
  shipment_id: string;
  awb_number: string;
  billed_weight_grams: number;
  charged_weight_grams: number;
  previous_charged_weight_grams: number;
  difference_paise: number;
  evidence_url: string | null;
  created_at: Date;
};

const columns = sql`
  organization_id, id, shipment_id, awb_number, billed_weight_grams, charged_weight_grams, previous_charged_weight_grams,
  difference_paise, evidence_url, created_at`;

/** The weight that a parcel is billed by now; undefined while it is the one of its booking. */
export const findLastAdjustment = async (
  db: Db<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<WeightAdjustmentRow | undefined> => {
  const { rows } = await sql<WeightAdjustmentRow>`
    select ${columns} from weight_adjustments
    where organization_id = ${organizationId} and shipment_id = ${shipmentId}
    order by created_at desc, id desc limit 1`.execute(db);
  return rows[0];
};

export const insertWeightAdjustment = async (
  trx: Db<Tables>,
  organizationId: string,
  adjustment: {
    id: string;
    shipmentId: string;
    awbNumber: string;
    billedWeightGrams: number;
    chargedWeightGrams: number;
    previousChargedWeightGrams: number;
    differencePaise: number;
    evidenceUrl: string | null;
    discrepancyId: string | null;
  },
): Promise<WeightAdjustmentRow> => {
  const { id, shipmentId, awbNumber, billedWeightGrams, chargedWeightGrams, previousChargedWeightGrams } = adjustment;
  const { rows } = await sql<WeightAdjustmentRow>`
    insert into weight_adjustments (organization_id, id, shipment_id, awb_number, billed_weight_grams, charged_weight_grams,
      previous_charged_weight_grams, difference_paise, evidence_url, discrepancy_id)
    values (${organizationId}, ${id}, ${shipmentId}, ${awbNumber}, ${billedWeightGrams}, ${chargedWeightGrams},
      ${previousChargedWeightGrams}, ${adjustment.differencePaise}, ${adjustment.evidenceUrl}, ${adjustment.discrepancyId})
    returning ${columns}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('an insert gives its row');
  return row;
};

export const toWeightAdjustment = (row: WeightAdjustmentRow): WeightAdjustment => ({
  id: row.id,
  organizationId: row.organization_id,
  shipmentId: row.shipment_id,
  awbNumber: row.awb_number,
  billedWeightGrams: row.billed_weight_grams,
  chargedWeightGrams: row.charged_weight_grams,
  previousChargedWeightGrams: row.previous_charged_weight_grams,
  difference: toInr(row.difference_paise),
  evidenceUrl: row.evidence_url,
  createdAt: row.created_at.toISOString(),
});
