import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Age of the oldest delivery that is neither acknowledged nor given up, of subscriptions that are switched on; 0 without one. */
export const oldestUndeliveredSeconds = async (db: Db<Tables>): Promise<number> => {
  const { rows } = await sql<{ age: number }>`
    select coalesce(extract(epoch from now() - min(pending.created_at)), 0)::float8 as age
    from pending_deliveries pending
    join subscriptions subscription
      on subscription.organization_id = pending.organization_id and subscription.id = pending.subscription_id
    where subscription.is_active and subscription.deleted_at is null`.execute(db);
  return rows[0]?.age ?? 0;
};
