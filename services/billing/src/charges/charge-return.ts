import type { Db } from '@freight/database';
import { EventRejected } from '@freight/runtime';
import { bookNow, type LedgerLine } from '../ledger/journal.store.ts';
import type { Tables } from '../tables.ts';
import { chargeJournal } from './charge-journal.ts';
import { codCharge, debitLines, negated, nothing, returnCharge, type TaxedAmount } from './charge-parts.ts';
import { lockCharges, type ShipmentCharges, saveReturn } from './shipment-charges.store.ts';

/** What an event says of the way of a parcel. */
export type Turn = { attemptId: string; version: number; isReturning: boolean };

/**
 * A parcel that turns back is charged its return once, whatever its balance, and gets its COD charge back: no cash will be
 * collected. When the courier withdraws the return, both are undone. Events count by version, so a repeated or late one changes
 * nothing.
 *
 * @throws EventRejected when the attempt never reserved anything
 */
export const chargeReturn = async (
  trx: Db<Tables>,
  organizationId: string,
  { attemptId, version, isReturning }: Turn,
): Promise<void> => {
  const charges = await lockCharges(trx, organizationId, attemptId);
  if (charges === undefined) throw new EventRejected(`attempt ${attemptId}: This booking attempt holds nothing`);
  if (version <= charges.returnVersion) return;

  if (isReturning === charges.isReturning) {
    return saveReturn(trx, organizationId, charges.shipmentId, { ...charges, version });
  }

  if (isReturning) {
    const rto = returnCharge(charges.price);
    const codBack = codCharge(charges.price);
    await book(trx, organizationId, charges, { ...words.rto, version, lines: rtoLines(rto) });
    await book(trx, organizationId, charges, { ...words.codBack, version, lines: codLines(negated(codBack)) });
    return saveReturn(trx, organizationId, charges.shipmentId, { isReturning, version, rto, codBack });
  }
  const { rto, codBack } = charges;
  await book(trx, organizationId, charges, { ...words.rtoWithdrawn, version, lines: rtoLines(negated(rto)) });
  await book(trx, organizationId, charges, { ...words.codAgain, version, lines: codLines(codBack) });
  return saveReturn(trx, organizationId, charges.shipmentId, { isReturning, version, rto: nothing, codBack: nothing });
};

const words = {
  rto: { fact: 'rto', description: 'Return to origin' },
  codBack: { fact: 'cod-charge-back', description: 'COD charge given back: the parcel goes back to its origin' },
  rtoWithdrawn: { fact: 'rto-withdrawn', description: 'Return withdrawn by the courier: its charge given back' },
  codAgain: { fact: 'cod-charge-again', description: 'Return withdrawn by the courier: COD charge' },
} as const;

const rtoLines = (amount: TaxedAmount): LedgerLine[] => debitLines('rto_revenue', 'RTO', amount);
const codLines = (amount: TaxedAmount): LedgerLine[] => debitLines('cod_revenue', 'COD_CHARGE', amount);

const book = async (
  trx: Db<Tables>,
  organizationId: string,
  charges: ShipmentCharges,
  { fact, version, description, lines }: { fact: string; version: number; description: string; lines: LedgerLine[] },
): Promise<void> => {
  // A card without a price for returns, a parcel without cash: there is nothing to say on the statement.
  if (lines.every(({ amountPaise }) => amountPaise === 0)) return;
  const { shipmentId } = charges;
  await bookNow(
    trx,
    organizationId,
    chargeJournal(charges, { fact: `${fact}:${shipmentId}:${version}`, description, lines }),
  );
};
