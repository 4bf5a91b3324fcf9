import { FreightError } from '@freight/contracts';
import type { Db } from '@freight/database';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { SubscriptionsTable, Tables } from '../tables.ts';
import { type SubscriptionRow, subscriptionColumns } from './subscription.row.ts';

/** Limits the work of one event, and keeps an organization from making a broadcast of us. */
export const maxSubscriptions = 100;

export const listSubscriptions = (db: Db<Tables>, organizationId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .select(subscriptionColumns)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type SubscriptionWithSecret = SubscriptionRow &
  Pick<Selectable<SubscriptionsTable>, 'secret' | 'secret_version'>;

/** @throws FreightError NOT_FOUND */
export const getSubscription = async (
  db: Db<Tables>,
  organizationId: string,
  id: string,
): Promise<SubscriptionWithSecret> => {
  const row = await db
    .selectFrom('subscriptions')
    .select([...subscriptionColumns, 'secret', 'secret_version'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND');
  return row;
};

export type NewSubscription = Pick<
  Selectable<SubscriptionsTable>,
  'id' | 'created_by_operation' | 'name' | 'url' | 'events' | 'secret'
>;

/**
 * Inserts a subscription, or gives the one that an earlier run of the same operation inserted.
 *
 * @returns undefined when the organization has as many as it may have
 */
export const insertSubscription = async (
  db: Db<Tables>,
  organizationId: string,
  { id, created_by_operation, name, url, events, secret }: NewSubscription,
): Promise<SubscriptionWithSecret | undefined> => {
  const inserted = sql`
    insert into subscriptions (organization_id, id, created_by_operation, name, url, events, secret)
    select ${organizationId}, ${id}, ${created_by_operation}, ${name}, ${url}, ${events}::text[], ${secret}
    where (select count(*) from subscriptions where organization_id = ${organizationId} and deleted_at is null)
      < ${maxSubscriptions}::int
    on conflict (organization_id, created_by_operation) do nothing`;
  await inserted.execute(db);
  return db
    .selectFrom('subscriptions')
    .select([...subscriptionColumns, 'secret', 'secret_version'])
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', created_by_operation)
    .executeTakeFirst();
};

/** Changes columns of a subscription. @throws FreightError NOT_FOUND */
export const updateSubscription = async (
  db: Db<Tables>,
  organizationId: string,
  id: string,
  change: Updateable<SubscriptionsTable>,
): Promise<SubscriptionRow> => {
  const row = await db
    .updateTable('subscriptions')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(subscriptionColumns)
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND');
  return row;
};

/** Gives a subscription another secret, under which everything is signed from now on. @throws FreightError NOT_FOUND */
export const rotateSubscriptionSecret = async (
  db: Db<Tables>,
  organizationId: string,
  id: string,
  secret: string,
): Promise<void> => {
  const { rows } = await sql`
    update subscriptions set secret = ${secret}, secret_version = secret_version + 1
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    returning id`.execute(db);
  if (rows.length === 0) throw new FreightError('NOT_FOUND');
};

/**
 * Hides a subscription: nothing of it is listed, made or sent from now on. The same operation may do it twice.
 *
 * @throws FreightError NOT_FOUND
 */
export const markSubscriptionDeleted = async (
  db: Db<Tables>,
  organizationId: string,
  id: string,
  operationId: string,
): Promise<void> => {
  const { rows } = await sql`
    update subscriptions set deleted_at = coalesce(deleted_at, now()), deleted_by_operation = ${operationId}
    where organization_id = ${organizationId} and id = ${id} and (deleted_at is null or deleted_by_operation = ${operationId})
    returning id`.execute(db);
  if (rows.length === 0) throw new FreightError('NOT_FOUND');
};
