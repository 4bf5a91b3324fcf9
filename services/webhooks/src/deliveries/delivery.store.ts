import type { Db } from '@freight/database';
import { type Selectable, sql } from 'kysely';
import type { DeliveriesTable, Tables } from '../tables.ts';
import type { DeliveryRow } from './delivery.row.ts';

/** The newest deliveries of a subscription, each with its newest attempt. */
export const listNewestDeliveries = async (
  db: Db<Tables>,
  organizationId: string,
  subscriptionId: string,
  limit: number,
): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`
    select delivery.id, delivery.subscription_id, delivery.event, delivery.status, delivery.payload, delivery.created_at,
      newest.attempt, newest.response_status, newest.response_body, newest.error, newest.duration_ms,
      case when not pending.in_flight then pending.due_at end as next_attempt_at
    from deliveries delivery
    left join pending_deliveries pending
      on pending.organization_id = delivery.organization_id and pending.delivery_id = delivery.id
    left join lateral (
      select attempt, response_status, response_body, error, duration_ms from delivery_attempts made
      where made.organization_id = delivery.organization_id and made.delivery_id = delivery.id
      order by attempt desc limit 1) newest on true
    where delivery.organization_id = ${organizationId} and delivery.subscription_id = ${subscriptionId}
    order by delivery.created_at desc, delivery.id desc
    limit ${limit}`.execute(db);
  return rows;
};

export type DeliveryToRetry = Pick<
  Selectable<DeliveriesTable>,
  'id' | 'subscription_id' | 'event' | 'payload' | 'status' | 'traceparent'
> & { subscription_is_active: boolean };

/** A delivery whose subscription still exists. */
export const findDelivery = (
  db: Db<Tables>,
  organizationId: string,
  id: string,
): Promise<DeliveryToRetry | undefined> =>
  db
    .selectFrom('deliveries as delivery')
    .innerJoin('subscriptions as subscription', (join) =>
      join
        .onRef('subscription.organization_id', '=', 'delivery.organization_id')
        .onRef('subscription.id', '=', 'delivery.subscription_id'),
    )
    .select([
      'delivery.id',
      'delivery.subscription_id',
      'delivery.event',
      'delivery.payload',
      'delivery.status',
      'delivery.traceparent',
      'subscription.is_active as subscription_is_active',
    ])
    .where('delivery.organization_id', '=', organizationId)
    .where('delivery.id', '=', id)
    .where('subscription.deleted_at', 'is', null)
    .executeTakeFirst();

export const findDeliveryOfOperation = (
  db: Db<Tables>,
  organizationId: string,
  operationId: string,
): Promise<Pick<Selectable<DeliveriesTable>, 'id' | 'status'> | undefined> =>
  db
    .selectFrom('deliveries')
    .select(['id', 'status'])
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', operationId)
    .executeTakeFirst();

export type NewTestDelivery = {
  id: string;
  event: string;
  payload: string;
  operationId: string;
  leaseMs: number;
  traceparent: string | null;
};

/**
 * Inserts a delivery whose first attempt the caller makes itself: it is claimed from the start.
 *
 * @returns the delivery of an earlier run of the same operation, if there was one; then nothing is inserted
 */
export const insertTestDelivery = async (
  db: Db<Tables>,
  organizationId: string,
  subscriptionId: string,
  { id, event, payload, operationId, leaseMs, traceparent }: NewTestDelivery,
): Promise<Pick<Selectable<DeliveriesTable>, 'id' | 'status'> | undefined> => {
  const { rows } = await sql`
    with delivery as (
      insert into deliveries (organization_id, id, subscription_id, event, payload, created_by_operation, traceparent)
      values (${organizationId}, ${id}, ${subscriptionId}, ${event}, ${payload}, ${operationId}, ${traceparent})
      on conflict (organization_id, created_by_operation) where created_by_operation is not null do nothing
      returning id
    )
    insert into pending_deliveries (organization_id, delivery_id, subscription_id, lane, lane_version, attempt, in_flight, due_at)
    select ${organizationId}, id, ${subscriptionId}, id, 1, 1, true, now() + ${leaseMs}::int * interval '1 millisecond'
    from delivery
    returning delivery_id`.execute(db);
  return rows.length === 1 ? undefined : findDeliveryOfOperation(db, organizationId, operationId);
};

/** Where a delivery stands that is not settled. */
export type PendingPlace = { lane: string; lane_version: number; isUnderWay: boolean };

/** Locks the place of an unsettled delivery, so that no attempt begins or ends meanwhile. */
export const lockPendingPlace = async (
  trx: Db<Tables>,
  organizationId: string,
  deliveryId: string,
): Promise<PendingPlace | undefined> => {
  const { rows } = await sql<PendingPlace>`
    select lane, lane_version, in_flight and due_at > now() as "isUnderWay"
    from pending_deliveries
    where organization_id = ${organizationId} and delivery_id = ${deliveryId}
    for update`.execute(trx);
  return rows[0];
};

/** Ends an unsettled delivery as failed because another takes its place; its place must be locked. */
export const supersedeDelivery = async (trx: Db<Tables>, organizationId: string, deliveryId: string): Promise<void> => {
  await sql`
    with given_up as (
      delete from pending_deliveries where organization_id = ${organizationId} and delivery_id = ${deliveryId}
      returning subscription_id
    ), settled as (
      update deliveries set status = 'FAILED', settled_at = now()
      where organization_id = ${organizationId} and id = ${deliveryId}
    )
    update subscriptions set total_failed = total_failed + 1
    from given_up where organization_id = ${organizationId} and id = given_up.subscription_id`.execute(trx);
};

export type NewRetry = { id: string; operationId: string; place: { lane: string; lane_version: number } };

/** Inserts a delivery with the bytes of an earlier one, due now. */
export const insertRetry = async (
  trx: Db<Tables>,
  organizationId: string,
  original: DeliveryToRetry,
  { id, operationId, place }: NewRetry,
): Promise<void> => {
  const { subscription_id, event, payload, traceparent } = original;
  await sql`
    with delivery as (
      insert into deliveries (organization_id, id, subscription_id, event, payload, retry_of, created_by_operation, traceparent)
      values (${organizationId}, ${id}, ${subscription_id}, ${event}, ${payload}, ${original.id}, ${operationId}, ${traceparent})
    )
    insert into pending_deliveries (organization_id, delivery_id, subscription_id, lane, lane_version)
    values (${organizationId}, ${id}, ${subscription_id}, ${place.lane}, ${place.lane_version})`.execute(trx);
};
