import { type Remittance, toInr } from '@freight/contracts';
import type { RemittanceRow } from './remittance.store.ts';

export const toRemittance = (row: RemittanceRow): Remittance => ({
  id: row.id,
  remittanceNumber: row.remittance_number,
  status: row.status,
  cycleDate: row.cycle_date,
  codAmount: toInr(row.cod_amount_paise),
  freightDeducted: toInr(row.freight_deducted_paise),
  vasDeducted: toInr(row.vas_deducted_paise),
  netAmount: toInr(row.net_amount_paise),
  shipmentCount: row.shipment_count,
  utr: row.utr,
  paidAt: row.paid_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
