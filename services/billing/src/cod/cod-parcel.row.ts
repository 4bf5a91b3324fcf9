import { type CodItem, type CodTransaction, toInr } from '@freight/contracts';
import { type CodCycle, payoutDayFrom, startOfIndianDay } from './cod-cycle.ts';
import type { CodParcelRow } from './cod-parcel.store.ts';

export const toCodTransaction = (row: CodParcelRow, today: string): CodTransaction => ({
  id: row.id,
  shipmentId: row.shipment_id,
  awbNumber: row.awb_number,
  orderReferenceNumber: row.order_reference_number,
  courier: row.courier,
  codAmount: toInr(row.cod_amount_paise),
  freightCharge: toInr(row.freight_paise),
  codCharge: toInr(row.cod_charge_paise),
  status: statusOf(row, today),
  deliveredAt: row.delivered_at.toISOString(),
  remittanceId: row.status === 'REMITTED' ? row.remittance_id : null,
  createdAt: row.created_at.toISOString(),
});

const statusOf = (row: CodParcelRow, today: string): CodTransaction['status'] => {
  switch (row.status) {
    case 'OWED':
      return row.eligible_on <= today ? 'ELIGIBLE' : 'COLLECTED';
    case 'REMITTED':
      return row.remittance_status === 'PAID' ? 'REMITTED' : 'PROCESSING';
    case 'REVERSED':
      return 'REVERSED';
  }
};

export const toCodItem = (row: CodParcelRow, cycle: CodCycle, today: string): CodItem => {
  const eligibleAt = startOfIndianDay(row.eligible_on);
  return {
    shipmentId: row.shipment_id,
    awbNumber: row.awb_number,
    orderReferenceNumber: row.order_reference_number,
    codAmount: toInr(row.cod_amount_paise),
    deliveredAt: row.delivered_at.toISOString(),
    // Without a delay the day began before the delivery.
    eligibleAt: (eligibleAt < row.delivered_at ? row.delivered_at : eligibleAt).toISOString(),
    expectedRemittanceDate: payoutDayFrom(laterDay(row.eligible_on, today), cycle),
  };
};

/** What may be paid out already is paid out on the next payout day, whatever days have passed. */
export const laterDay = (a: string, b: string): string => (a > b ? a : b);
