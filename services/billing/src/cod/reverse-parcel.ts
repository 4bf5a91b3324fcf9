import { newId } from '@freight/contracts';
import type { Db } from '@freight/database';
import { bookNow, type LedgerLine } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { type CodParcelRow, lockCodParcel, setReversed } from './cod-parcel.store.ts';

/**
 * Takes a COD accrual back, once. What we still owe is owed no more; what is in a payout is taken from the wallet, since a payout is
 * not changed any more. A reversal older than the accrual changes nothing.
 *
 * @param version of the event that says so; absent when an operator does, who means what is there now
 * @returns the parcel as it was; undefined when there is none
 */
export const reverseParcel = async (
  trx: Db<Tables>,
  organizationId: string,
  { shipmentId, reason, version }: { shipmentId: string; reason: string; version?: number },
): Promise<CodParcelRow | undefined> => {
  const parcel = await lockCodParcel(trx, organizationId, shipmentId);
  if (parcel === undefined || parcel.status === 'REVERSED') return parcel;
  if (version !== undefined && version <= parcel.version) return parcel;

  await bookNow(trx, organizationId, {
    id: newId('journal'),
    fact: `cod-reversed:${shipmentId}:${parcel.version}`,
    kind: 'COD',
    referenceType: 'SHIPMENT',
    referenceId: shipmentId,
    awbNumber: parcel.awb_number,
    orderReferenceNumber: parcel.order_reference_number,
    description: `COD of ${parcel.order_reference_number} taken back: ${reason}`,
    reason: { reason, remittanceId: parcel.remittance_id },
    lines: linesOf(parcel),
    withinLimit: false,
  });
  await setReversed(trx, organizationId, shipmentId, { reason, version: version ?? parcel.version });
  return parcel;
};

const linesOf = ({ status, cod_amount_paise: amountPaise }: CodParcelRow): LedgerLine[] => [
  status === 'REMITTED'
    ? { account: 'wallet', amountPaise: -amountPaise, category: 'COD_REMITTANCE' }
    : { account: 'cod_payable', amountPaise: -amountPaise },
  { account: 'cod_receivable', amountPaise },
];
