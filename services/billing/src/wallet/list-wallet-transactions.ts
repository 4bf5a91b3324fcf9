import { listWalletTransactions, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toTransaction } from './transaction.row.ts';
import { countTransactions, listTransactions } from './transaction.store.ts';
import { getWalletRow } from './wallet.store.ts';

export const listWalletTransactionsHandler = implement(
  listWalletTransactions,
  async ({ db }: Deps, { organizationId }, { page, limit, category }) => {
    const filter = category ?? 'all';
    const [rows, total] = await Promise.all([
      listTransactions(db, organizationId, { filter, limit, offset: (page - 1) * limit }),
      countTransactions(db, organizationId, filter),
    ]);
    // An empty statement and a missing wallet are different answers.
    if (total === 0) await getWalletRow(db, organizationId);
    return toPage(rows.map(toTransaction), total, { page, limit });
  },
);
