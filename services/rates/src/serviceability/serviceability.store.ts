import type { CarrierId } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type ServiceRow = { pincode: number; flags: number };

/**
 * What changed since a moment, with that much overlap that a statement which was still running then is seen now.
 * Reading a row twice changes nothing.
 */
export const listServiceChanges = (db: Db<Tables>, since: Date | null) =>
  db
    .selectFrom('serviceability')
    .select(['carrier_id', 'pincode', 'flags', 'changed_at'])
    .where('flags', 'is not', null)
    .$if(since !== null, (query) =>
      query.where('changed_at', '>', sql<Date>`${since}::timestamptz - interval '1 minute'`),
    )
    .execute();

export const listCompleteCarriers = async (db: Db<Tables>): Promise<string[]> =>
  (await db.selectFrom('serviceability_carriers').select('carrier_id').where('is_complete', '=', true).execute()).map(
    ({ carrier_id }) => carrier_id,
  );

/**
 * Writes what a file or a courier said, one statement for all of it. A row whose flags are as before is only newer, so that
 * replicas read no more than what really changed.
 */
export const writeServices = async (
  db: Db<Tables>,
  carrierId: CarrierId,
  rows: readonly ServiceRow[],
  { source, maxAgeMs }: { source: 'courier' | 'csv'; maxAgeMs: number },
): Promise<void> => {
  await sql`
    insert into serviceability as one (carrier_id, pincode, flags, source, checked_at, due_at)
    select ${carrierId}, pincode, flags, ${source}, now(), now() + ${maxAgeMs}::float8 * interval '1 millisecond'
    from unnest(${rows.map(({ pincode }) => pincode)}::integer[], ${rows.map(({ flags }) => flags)}::smallint[])
      as said (pincode, flags)
    on conflict (carrier_id, pincode) do update set
      flags = excluded.flags, source = excluded.source, checked_at = excluded.checked_at, due_at = excluded.due_at,
      changed_at = case when one.flags is distinct from excluded.flags then clock_timestamp() else one.changed_at end
  `.execute(db);
};

/** Notes that a file named every pincode of a carrier: the others are not served, those known before included. */
export const markComplete = async (
  db: Db<Tables>,
  carrierId: CarrierId,
  pincodes: readonly number[],
): Promise<void> => {
  await sql`
    update serviceability set flags = 0, source = 'csv', checked_at = now(), changed_at = clock_timestamp()
    where carrier_id = ${carrierId} and flags <> 0 and not pincode = any(${[...pincodes]}::integer[])
  `.execute(db);
  await db
    .insertInto('serviceability_carriers')
    .values({ carrier_id: carrierId, is_complete: true, last_failure: null, last_failure_at: null })
    .onConflict((conflict) => conflict.column('carrier_id').doUpdateSet({ is_complete: true }))
    .execute();
};

export type ServiceStatusRow = {
  carrier_id: string;
  known: number;
  served: number;
  unknown: number;
  stale: number;
  oldest: Date | null;
  newest: Date | null;
};

export const listServiceStatus = async (db: Db<Tables>, maxAgeMs: number): Promise<ServiceStatusRow[]> => {
  const { rows } = await sql<ServiceStatusRow>`
    select carrier_id,
      count(flags) as known,
      count(*) filter (where flags > 0) as served,
      count(*) filter (where flags is null) as unknown,
      count(*) filter (where checked_at < now() - ${maxAgeMs}::float8 * interval '1 millisecond') as stale,
      min(checked_at) as oldest,
      max(checked_at) as newest
    from serviceability
    group by carrier_id
  `.execute(db);
  return rows;
};

export const listCarrierNotes = (db: Db<Tables>) =>
  db
    .selectFrom('serviceability_carriers')
    .select(['carrier_id', 'is_complete', 'last_failure', 'last_failure_at'])
    .execute();
