import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Rows of one statement: short locks, and room for the vacuum in between. */
const batch = 5_000;
/** Attempts that were under way when the subscription was deleted must have ended before its rows go. */
const graceSeconds = 60;

/** Removes the history of deleted subscriptions, and at last the subscriptions, in small pieces. */
export const purgeDeleted = async (db: Db<Tables>, options: { graceSeconds?: number } = {}): Promise<void> => {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from subscriptions
    where deleted_at <= now() - ${options.graceSeconds ?? graceSeconds}::int * interval '1 second'`.execute(db);
  for (const { organization_id, id } of rows) {
    await deleteInBatches(db, 'pending_deliveries', 'delivery_id', organization_id, id);
    await deleteInBatches(db, 'delivery_attempts', 'delivery_id', organization_id, id);
    await deleteInBatches(db, 'deliveries', 'id', organization_id, id);
    await deleteInBatches(db, 'replays', 'id', organization_id, id);
    await db.deleteFrom('subscriptions').where('organization_id', '=', organization_id).where('id', '=', id).execute();
  }
};

/** Locked in the order of their keys, as results are written, so that the two cannot wait in a circle. */
const deleteInBatches = async (
  db: Db<Tables>,
  table: 'pending_deliveries' | 'delivery_attempts' | 'deliveries' | 'replays',
  key: 'delivery_id' | 'id',
  organizationId: string,
  subscriptionId: string,
): Promise<void> => {
  let deleted: number;
  do {
    const result = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)}
        where organization_id = ${organizationId} and subscription_id = ${subscriptionId}
        order by ${sql.ref(key)} limit ${batch} for update))`.execute(db);
    deleted = Number(result.numAffectedRows ?? 0);
  } while (deleted > 0);
};
