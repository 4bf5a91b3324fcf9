import { exportWalletTransactions, type WalletTransaction } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { csvLine } from '../csv/csv-line.ts';
import { readCursor } from '../csv/read-cursor.ts';
import type { Deps } from '../deps.ts';
import { toTransaction } from './transaction.row.ts';
import { listTransactionsBefore } from './transaction.store.ts';
import { getWalletRow } from './wallet.store.ts';

/** Some 100 KB a piece: well below what the bus carries in one message even where every description is as long as it may be. */
const rowsPerPiece = 500;

export const exportWalletTransactionsHandler = implement(
  exportWalletTransactions,
  async ({ db }: Deps, { organizationId }, { category, cursor }) => {
    const filter = category ?? 'all';
    const beforeSeq = readCursor(cursor);
    if (beforeSeq === null) await getWalletRow(db, organizationId);
    const rows = await listTransactionsBefore(db, organizationId, { filter, beforeSeq, limit: rowsPerPiece });
    const lines = rows.map((row) => csvLine(cellsOf(toTransaction(row))));
    const last = rows.length === rowsPerPiece ? rows.at(-1) : undefined;
    return {
      text: [...(beforeSeq === null ? [csvLine(columns)] : []), ...lines].join(''),
      next: last === undefined ? null : String(last.seq),
    };
  },
);

const columns = [
  'id',
  'createdAt',
  'type',
  'category',
  'amount',
  'balanceAfter',
  'description',
  'referenceType',
  'referenceId',
  'awbNumber',
  'orderReferenceNumber',
] as const satisfies readonly (keyof WalletTransaction)[];

const cellsOf = (transaction: WalletTransaction) => columns.map((column) => transaction[column]);
