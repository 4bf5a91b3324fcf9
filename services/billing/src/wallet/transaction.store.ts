import type { TransactionCategory } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** A wallet entry that moved money, with the words of its journal. */
export type TransactionRow = {
  id: string;
  /** Place in the wallet's chain, counted from 1. */
  seq: number;
  category: TransactionCategory;
  amount_paise: number;
  balance_after_paise: number;
  description: string;
  reference_type: string;
  reference_id: string;
  awb_number: string | null;
  order_reference_number: string | null;
  created_at: Date;
};

export type TransactionFilter = 'all' | 'recharges' | 'orders';

// Decisions, section 5: recharges = RECHARGE; orders = everything tied to a shipment.
const categoryCondition = {
  all: sql`category is not null`,
  recharges: sql`category = 'RECHARGE'`,
  orders: sql`category in ('FREIGHT', 'COD_CHARGE', 'RTO', 'WEIGHT_ADJUSTMENT', 'REFUND')`,
} as const satisfies Record<TransactionFilter, unknown>;

const columns = sql`
  entry.journal_id as id, entry.seq, entry.category, entry.amount_paise, entry.balance_after_paise, journal.description,
  journal.reference_type, journal.reference_id, journal.awb_number, journal.order_reference_number, journal.created_at`;

/** One page of the statement, newest first. Order is that of the ledger, since times can be equal. */
export const listTransactions = async (
  db: Db<Tables>,
  organizationId: string,
  { filter, limit, offset }: { filter: TransactionFilter; limit: number; offset: number },
): Promise<TransactionRow[]> => {
  // The page is cut before the join: a deep page skips index entries, not joined rows.
  const { rows } = await sql<TransactionRow>`
    with entry as (
      select journal_id, seq, category, amount_paise, balance_after_paise from entries
      where organization_id = ${organizationId} and ${categoryCondition[filter]}
      order by seq desc limit ${limit} offset ${offset}
    )
    select ${columns} from entry
    join journals journal on journal.organization_id = ${organizationId} and journal.id = entry.journal_id
    order by entry.seq desc`.execute(db);
  return rows;
};

/** The next rows of the statement below a place, newest first: entries that are booked meanwhile do not shift it. */
export const listTransactionsBefore = async (
  db: Db<Tables>,
  organizationId: string,
  { filter, beforeSeq, limit }: { filter: TransactionFilter; beforeSeq: number | null; limit: number },
): Promise<TransactionRow[]> => {
  const { rows } = await sql<TransactionRow>`
    with entry as (
      select journal_id, seq, category, amount_paise, balance_after_paise from entries
      where organization_id = ${organizationId} and ${categoryCondition[filter]}
        and seq < coalesce(${beforeSeq}::bigint, 9223372036854775807)
      order by seq desc limit ${limit}
    )
    select ${columns} from entry
    join journals journal on journal.organization_id = ${organizationId} and journal.id = entry.journal_id
    order by entry.seq desc`.execute(db);
  return rows;
};

export const countTransactions = async (
  db: Db<Tables>,
  organizationId: string,
  filter: TransactionFilter,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from entries
    where organization_id = ${organizationId} and ${categoryCondition[filter]}`.execute(db);
  return rows[0]?.total ?? 0;
};

/** The transaction that recorded a business fact. */
export const getTransactionOfFact = async (
  db: Db<Tables>,
  organizationId: string,
  fact: string,
): Promise<TransactionRow> => {
  const { rows } = await sql<TransactionRow>`
    select ${columns} from journals journal
    join entries entry on entry.organization_id = journal.organization_id and entry.journal_id = journal.id
      and entry.account = 'wallet'
    where journal.organization_id = ${organizationId} and journal.fact = ${fact}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no journal records ${fact}`);
  return row;
};
