import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Rows of one statement: short locks, and room for the vacuum in between. */
const batch = 5_000;

/**
 * Removes deliveries older than that many days with their attempts, and what a subscription that is switched off still had
 * waiting from then. Found subscription by subscription through the index of the newest, so it costs nothing while there is
 * nothing to remove.
 */
export const pruneDeliveries = async (db: Db<Tables>, days: number): Promise<void> => {
  let pruned: number;
  do {
    const result = await sql`
      with old as (
        select oldest.organization_id, oldest.id
        from subscriptions subscription, lateral (
          select delivery.organization_id, delivery.id
          from deliveries delivery
          where delivery.organization_id = subscription.organization_id and delivery.subscription_id = subscription.id
            and delivery.created_at < now() - ${days}::int * interval '1 day'
            -- Its result is about to be written, which locks the same rows in another order; it goes in the next round.
            and not exists (
              select from pending_deliveries pending
              where pending.organization_id = delivery.organization_id and pending.delivery_id = delivery.id
                and pending.in_flight)
          order by delivery.created_at, delivery.id
          limit ${batch}::int) oldest
        limit ${batch}::int
      ), pending as (
        delete from pending_deliveries pending using old
        where pending.organization_id = old.organization_id and pending.delivery_id = old.id
      ), attempts as (
        delete from delivery_attempts made using old
        where made.organization_id = old.organization_id and made.delivery_id = old.id
      )
      delete from deliveries delivery using old
      where delivery.organization_id = old.organization_id and delivery.id = old.id`.execute(db);
    pruned = Number(result.numAffectedRows ?? 0);
  } while (pruned === batch);
  await sql`
    delete from replays where created_at < now() - ${days}::int * interval '1 day'`.execute(db);
};
