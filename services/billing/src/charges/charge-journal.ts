import { newId, toInr } from '@freight/contracts';
import type { Journal, LedgerLine } from '../ledger/journal.store.ts';
import type { ShipmentCharges } from './shipment-charges.store.ts';

/**
 * A charge of a shipment after its booking, as the ledger takes it: the statement's line says what for, which weight, which rate card
 * version and how much GST is in it; the reason holds the whole price.
 */
export const chargeJournal = (
  { shipmentId, attemptId, awbNumber, orderReferenceNumber, price, weightGrams, booking }: ShipmentCharges,
  { fact, description, lines, ...more }: { fact: string; description: string; lines: LedgerLine[]; reason?: object },
): Journal => ({
  id: newId('journal'),
  fact,
  kind: 'CHARGE',
  referenceType: 'SHIPMENT',
  referenceId: shipmentId,
  awbNumber,
  orderReferenceNumber,
  description: `${description}, ${orderReferenceNumber}: ${booking.zone}, ${weightGrams / 1_000} kg, rate card ${booking.rateCardVersion}; GST ${gstOf(lines)}`,
  reason: { ...booking, attemptId, chargedWeightGrams: weightGrams, price, ...more.reason },
  lines,
  // What a courier has done is owed, whatever the balance: it would be refused before the parcel was handed over or not at all.
  withinLimit: false,
});

const gstOf = (lines: LedgerLine[]): string =>
  toInr(Math.abs(lines.find(({ account }) => account === 'gst_payable')?.amountPaise ?? 0)).toFixed(2);
