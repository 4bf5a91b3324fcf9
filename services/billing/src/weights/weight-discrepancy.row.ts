import { toInr, type WeightDiscrepancy } from '@freight/contracts';
import type { WeightDiscrepancyRow } from './weight-discrepancy.store.ts';

export const toWeightDiscrepancy = (row: WeightDiscrepancyRow): WeightDiscrepancy => ({
  id: row.id,
  organizationId: row.organization_id,
  shipmentId: row.shipment_id,
  awbNumber: row.awb_number,
  orderReferenceNumber: row.order_reference_number,
  status: row.status,
  chargedWeightGrams: row.charged_weight_grams,
  courierWeightGrams: row.courier_weight_grams,
  newChargedWeightGrams: row.new_charged_weight_grams,
  difference: toInr(row.held_paise),
  evidenceUrl: row.evidence_url,
  disputeReason: row.dispute_reason,
  disputeEvidenceUrls: row.dispute_evidence_urls,
  decisionReason: row.decision_reason,
  respondBy: row.respond_by.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
