import type { CarrierId, CourierCode } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Makes sure that every pincode has its row, due at once; rows that are there stay as they are. */
export const seedServices = async (
  db: Db<Tables>,
  carrierId: CarrierId,
  pincodes: readonly number[],
): Promise<void> => {
  await sql`
    insert into serviceability (carrier_id, pincode)
    select ${carrierId}, pincode from unnest(${[...pincodes]}::integer[]) as named (pincode)
    on conflict do nothing
  `.execute(db);
};

/**
 * Takes questions out of a courier's budget of this minute, all or none: false when it is used up. One row for all replicas,
 * so they share it.
 */
export const spendBudget = async (
  db: Db<Tables>,
  courier: CourierCode,
  { questions, perMinute }: { questions: number; perMinute: number },
): Promise<boolean> => {
  const { rows } = await sql`
    insert into courier_budgets as one (courier, minute, spent)
    select ${courier}, date_trunc('minute', now()), ${questions}::integer where ${questions}::integer <= ${perMinute}::integer
    on conflict (courier, minute) do update set spent = one.spent + excluded.spent
      where one.spent + excluded.spent <= ${perMinute}::integer
    returning spent
  `.execute(db);
  return rows.length > 0;
};

/** Minutes that are over serve nobody. */
export const forgetBudgets = async (db: Db<Tables>): Promise<void> => {
  await db.deleteFrom('courier_budgets').where('minute', '<', sql<Date>`now() - interval '10 minutes'`).execute();
};

/**
 * Claims pincodes of a carrier whose answer is due, the longest overdue first. The claim moves `due_at` ahead by the lease, so
 * no other replica asks the same, and a replica that dies holds nothing up for longer than that.
 */
export const claimDueServices = async (
  db: Db<Tables>,
  carrierId: CarrierId,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<number[]> => {
  const { rows } = await sql<{ pincode: number }>`
    update serviceability set due_at = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where (carrier_id, pincode) in (
      select carrier_id, pincode from serviceability
      where carrier_id = ${carrierId} and due_at <= now()
      order by due_at, pincode
      limit ${limit}
      for update skip locked
    )
    returning pincode
  `.execute(db);
  return rows.map(({ pincode }) => pincode);
};

/** What the last round of a carrier came to; null = well. */
export const noteFailure = async (db: Db<Tables>, carrierId: CarrierId, message: string | null): Promise<void> => {
  const note = { last_failure: message, last_failure_at: message === null ? null : new Date() };
  await db
    .insertInto('serviceability_carriers')
    .values({ carrier_id: carrierId, ...note })
    .onConflict((conflict) => conflict.column('carrier_id').doUpdateSet(note))
    .execute();
};
