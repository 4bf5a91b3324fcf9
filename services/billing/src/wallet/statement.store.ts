import type { TransactionCategory } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type Movement = { category: TransactionCategory; credit_paise: number; debit_paise: number; count: number };

/** Opening balance and sums by category of the days from … to in India, both included; one snapshot. */
export const findStatement = async (
  db: Db<Tables>,
  organizationId: string,
  { from, to }: { from: string; to: string },
): Promise<{ openingPaise: number; movements: Movement[] }> => {
  const { rows } = await sql<{ opening_paise: number; movements: Movement[] }>`
    with period as (
      select ${from}::date::timestamp at time zone 'Asia/Kolkata' as starts_at,
        (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata' as ends_at
    ), line as (
      select entry.seq, entry.category, entry.amount_paise, journal.created_at
      from entries entry
      join journals journal on journal.organization_id = entry.organization_id and journal.id = entry.journal_id
      where entry.organization_id = ${organizationId} and entry.category is not null
    ), sums as (
      select category, coalesce(sum(amount_paise) filter (where amount_paise > 0), 0)::bigint as credit_paise,
        coalesce(-sum(amount_paise) filter (where amount_paise < 0), 0)::bigint as debit_paise, count(*) as count
      from line, period where created_at >= starts_at and created_at < ends_at
      group by category
    )
    select
      (select coalesce(sum(amount_paise), 0)::bigint from line, period where created_at < starts_at) as opening_paise,
      (select coalesce(jsonb_agg(sums order by category), '[]') from sums) as movements`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table gives one row');
  return { openingPaise: row.opening_paise, movements: row.movements };
};
