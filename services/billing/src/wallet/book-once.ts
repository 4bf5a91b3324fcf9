import { FreightError, type SystemContext, toInr, type WalletTransaction } from '@freight/contracts';
import { type Answer, withStatus } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { bookJournal, type Journal } from '../ledger/journal.store.ts';
import { noWallet } from './no-wallet.ts';
import { toTransaction } from './transaction.row.ts';
import { getTransactionOfFact } from './transaction.store.ts';

/**
 * Books what an operator moves on a wallet under a reference. The reference says that it is the same money: a second request
 * gives the transaction of the first with status 200.
 *
 * @throws FreightError INVALID_STATE when the reference was used for another amount; INSUFFICIENT_BALANCE, WALLET_NOT_CONFIGURED,
 * NOT_FOUND
 */
export const bookOnce = async (
  deps: Deps,
  context: SystemContext,
  organizationId: string,
  journal: Journal,
): Promise<Answer<WalletTransaction>> => {
  const outcome = await bookJournal(deps.db, organizationId, journal);
  if (outcome === 'NO_WALLET') throw await noWallet(deps, context, organizationId);
  if (outcome === 'BEYOND_LIMIT') throw new FreightError('INSUFFICIENT_BALANCE');

  const row = await getTransactionOfFact(deps.db, organizationId, journal.fact);
  if (outcome === 'BOOKED') return toTransaction(row);

  if (!journal.lines.some((line) => line.account === 'wallet' && line.amountPaise === row.amount_paise)) {
    const message = `Reference ${journal.referenceId} was used before, for INR ${toInr(row.amount_paise).toFixed(2)}`;
    throw new FreightError('INVALID_STATE', { message });
  }
  return withStatus(200, toTransaction(row));
};
