import { toInr, type WalletTransaction } from '@freight/contracts';
import type { TransactionRow } from './transaction.store.ts';

export const toTransaction = (row: TransactionRow): WalletTransaction => ({
  id: row.id,
  type: row.amount_paise < 0 ? 'DEBIT' : 'CREDIT',
  category: row.category,
  amount: toInr(Math.abs(row.amount_paise)),
  balanceAfter: toInr(row.balance_after_paise),
  description: row.description,
  referenceType: row.reference_type,
  referenceId: row.reference_id,
  awbNumber: row.awb_number,
  orderReferenceNumber: row.order_reference_number,
  createdAt: row.created_at.toISOString(),
});
