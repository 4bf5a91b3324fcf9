import type { TransactionCategory } from '@freight/contracts';
import { type Db, isUniqueViolation } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Accounts of an organization; the wallet is the one that a merchant sees. */
export const ledgerAccounts = [
  'wallet',
  'clearing',
  'freight_revenue',
  'cod_revenue',
  'vas_revenue',
  'rto_revenue',
  'gst_payable',
  'adjustments',
  'cod_receivable',
  'cod_payable',
  'cod_in_transit',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export type LedgerLine = {
  account: LedgerAccount;
  amountPaise: number;
  /** Added to the held amount; only the wallet has one. */
  heldPaise?: number;
  category?: TransactionCategory;
};

export type Journal = {
  id: string;
  /** The business fact, recorded once: `recharge:UTR123`. */
  fact: string;
  kind: 'RESERVE' | 'RELEASE' | 'RECHARGE' | 'ADJUSTMENT' | 'CHARGE' | 'COD' | 'REMITTANCE';
  referenceType: string;
  referenceId: string;
  awbNumber?: string | null;
  orderReferenceNumber?: string | null;
  description: string;
  reason: Record<string, unknown>;
  /** Their amounts sum to zero, or the commit fails. */
  lines: LedgerLine[];
  /** Refuse it when the wallet, less its holds, would fall below its credit limit. */
  withinLimit: boolean;
};

/** BOOKED: now. KNOWN: the fact was recorded before. BEYOND_LIMIT, NO_WALLET: nothing was written. */
export type BookingOutcome = 'BOOKED' | 'KNOWN' | 'BEYOND_LIMIT' | 'NO_WALLET';

/**
 * Books a journal whose lines are known beforehand, for a fact that cannot have been booked before: the row that it belongs to is
 * locked and says so. Needs the transaction of that row.
 */
export const bookNow = async (trx: Db<Tables>, organizationId: string, journal: Journal): Promise<void> => {
  const outcome = await bookJournal(trx, organizationId, journal);
  if (outcome !== 'BOOKED') throw new Error(`${journal.fact} of ${organizationId} was not booked: ${outcome}`);
};

/** Books a journal whose lines are known beforehand. Reservations book theirs beside their own row, in one statement. */
export const bookJournal = async (
  db: Db<Tables>,
  organizationId: string,
  journal: Journal,
): Promise<BookingOutcome> => {
  const lines = journal.lines.map(({ account, amountPaise, heldPaise = 0, category }) => {
    const named = amountPaise === 0 ? null : (category ?? null);
    return sql`row(${account}, ${amountPaise}, ${heldPaise}, ${named})::ledger_line`;
  });
  const statement = sql<{ is_known: boolean; is_booked: boolean | null }>`
    select fact.is_known, case when not fact.is_known then book(
      organization_id => wallets.organization_id, journal_id => ${journal.id}, fact => ${journal.fact},
      kind => ${journal.kind}, reference_type => ${journal.referenceType}, reference_id => ${journal.referenceId},
      awb_number => ${journal.awbNumber ?? null}, order_reference_number => ${journal.orderReferenceNumber ?? null},
      description => ${journal.description},
      reason => ${JSON.stringify(journal.reason)}::jsonb, lines => array[${sql.join(lines)}],
      within_limit => ${journal.withinLimit}
    ) end as is_booked
    from wallets, lateral (
      select exists (select from journals where organization_id = ${organizationId} and fact = ${journal.fact}) as is_known
    ) fact
    where wallets.organization_id = ${organizationId}`;
  try {
    const { rows } = await statement.execute(db);
    const [row] = rows;
    if (row === undefined) return 'NO_WALLET';
    if (row.is_known) return 'KNOWN';
    return row.is_booked === true ? 'BOOKED' : 'BEYOND_LIMIT';
  } catch (error) {
    // Somebody recorded the fact between our look and our write.
    if (isUniqueViolation(error, 'journals_fact_once')) return 'KNOWN';
    throw error;
  }
};
