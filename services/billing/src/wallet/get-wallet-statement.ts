import { getWalletStatement, toInr } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findStatement } from './statement.store.ts';
import { getWalletRow } from './wallet.store.ts';

export const getWalletStatementHandler = implement(
  getWalletStatement,
  async ({ db }: Deps, { organizationId }, { from, to }) => {
    await getWalletRow(db, organizationId);
    const { openingPaise, movements } = await findStatement(db, organizationId, { from, to });
    const sumOf = (wanted: typeof movements, part: 'credit_paise' | 'debit_paise') =>
      wanted.reduce((sum, movement) => sum + movement[part], 0);
    const creditsPaise = sumOf(movements, 'credit_paise');
    const debitsPaise = sumOf(movements, 'debit_paise');
    return {
      from,
      to,
      openingBalance: toInr(openingPaise),
      closingBalance: toInr(openingPaise + creditsPaise - debitsPaise),
      credits: toInr(creditsPaise),
      debits: toInr(debitsPaise),
      byCategory: movements.map(({ category, credit_paise, debit_paise, count }) => ({
        category,
        amount: toInr(credit_paise - debit_paise),
        count,
      })),
    };
  },
);
