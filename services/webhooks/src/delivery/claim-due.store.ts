import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { lanePatienceMinutes } from './fan-out.store.ts';

/** A delivery that this process may attempt now, with all that the attempt needs. */
export type Claim = {
  organizationId: string;
  deliveryId: string;
  subscriptionId: string;
  /** The number of the attempt, from 1, and its fencing token: a result counts only while the row still carries it. */
  attempt: number;
  event: string;
  /** A sample of the test endpoint: it is attempted once. */
  isTest: boolean;
  payload: string;
  url: string;
  secret: string;
  secretVersion: number;
  traceparent: string | null;
  /** How long it had been due, in milliseconds. */
  waitedMs: number;
};

export type ClaimRequest = {
  /** Look at these subscriptions only; undefined looks at all that have something pending. */
  subscriptionIds: readonly string[] | undefined;
  /** Requests of this process in flight, by subscription. */
  inFlight: ReadonlyMap<string, number>;
  perSubscription: number;
  capacity: number;
  /** How many of them may be retries. */
  retryCapacity: number;
  leaseMs: number;
};

/** So many attempts in a row that ended neither in 2xx nor in 4xx open the circuit of a subscription. */
export const unhealthyToPause = 5;

/**
 * Takes due deliveries for this process: first attempts before retries, and of each subscription no more than its free slots; one
 * at a time while its circuit is half open, none while it is open. The lease is the due time pushed ahead, so what a
 * process took and never reported is simply due again.
 *
 * Candidates are found subscription by subscription through the index, so a million rows of one subscription cost the others
 * nothing. They are locked afterwards; a row that another replica takes at the same moment is left to it.
 *
 * Whatever the statistics say, each step looks up the few rows of the step before it: `materialized` and `offset 0` forbid the
 * planner to turn that around, which made 100 subscriptions 10,000 probes (a sampled claim took 118 ms; since then they average 4.5).
 */
export const claimDue = async (db: Db<Tables>, request: ClaimRequest): Promise<Claim[]> => {
  const { subscriptionIds, inFlight, perSubscription, capacity, retryCapacity, leaseMs } = request;
  const dueOf = (isRetry: boolean) => sql`
    (select pending.delivery_id, pending.is_retry, pending.due_at
     from pending_deliveries pending
     where pending.subscription_id = open.id and pending.is_retry = ${sql.lit(isRetry)} and pending.due_at <= now()
       and (pending.created_at <= now() - ${lanePatienceMinutes}::int * interval '1 minute' or not exists (
         select from pending_deliveries earlier
         where earlier.subscription_id = pending.subscription_id and earlier.lane = pending.lane
           and earlier.lane_version < pending.lane_version))
     order by pending.due_at limit open.slots)`;

  const { rows } = await sql<Claim>`
    with recursive pending_subscription as materialized (${subscriptionIds === undefined ? allPending : pendingAmong(subscriptionIds)}), open as (
      select subscription.organization_id, subscription.id, subscription.url, subscription.secret, subscription.secret_version,
        greatest(0, case when unhealthy_in_a_row >= ${unhealthyToPause}::int then 1 else ${perSubscription}::int end
          - coalesce(busy.requests, 0)) as slots
      from pending_subscription named
      cross join lateral (
        select * from subscriptions
        where subscriptions.organization_id = named.organization_id and subscriptions.id = named.id
          and is_active and deleted_at is null and (paused_until is null or paused_until <= now())
        offset 0) subscription
      left join unnest(${[...inFlight.keys()]}::text[], ${[...inFlight.values()]}::int[]) busy (id, requests) on busy.id = named.id
    ), candidate as (
      select open.*, due.*, row_number() over (partition by is_retry order by due_at) as place
      from open, lateral (${dueOf(false)} union all ${dueOf(true)} order by is_retry, due_at limit open.slots) due
    ), chosen as (
      select * from candidate where not is_retry or place <= ${retryCapacity}::int
      order by is_retry, place limit ${capacity}::int
    ), locked as (
      select pending.organization_id, pending.delivery_id, pending.in_flight, pending.attempt, pending.due_at,
        chosen.url, chosen.secret, chosen.secret_version
      from pending_deliveries pending
      join chosen on chosen.organization_id = pending.organization_id and chosen.delivery_id = pending.delivery_id
      where pending.due_at <= now()
      for update of pending skip locked
    ), lost as (
      insert into delivery_attempts (organization_id, delivery_id, attempt, subscription_id, outcome, error)
      select locked.organization_id, locked.delivery_id, locked.attempt, pending.subscription_id, 'lost', 'the sender stopped'
      from locked join pending_deliveries pending
        on pending.organization_id = locked.organization_id and pending.delivery_id = locked.delivery_id
      where locked.in_flight
      on conflict do nothing
    ), claimed as (
      update pending_deliveries pending
      set attempt = pending.attempt + 1, in_flight = true, due_at = now() + ${leaseMs}::int * interval '1 millisecond'
      from locked
      where pending.organization_id = locked.organization_id and pending.delivery_id = locked.delivery_id
      returning pending.organization_id, pending.delivery_id, pending.subscription_id, pending.attempt,
        locked.url, locked.secret, locked.secret_version, locked.due_at as was_due_at
    )
    select delivery.organization_id as "organizationId", delivery.id as "deliveryId",
      claimed.subscription_id as "subscriptionId", claimed.attempt, delivery.event,
      delivery.event_id is null and delivery.retry_of is null as "isTest", delivery.payload, claimed.url, claimed.secret,
      claimed.secret_version as "secretVersion", delivery.traceparent,
      (extract(epoch from now() - claimed.was_due_at) * 1000)::int as "waitedMs"
    from claimed join deliveries delivery
      on delivery.organization_id = claimed.organization_id and delivery.id = claimed.delivery_id`.execute(db);
  return rows;
};

/** One index probe for each subscription with something pending: a loose index scan, which PostgreSQL does not do by itself. */
const allPending = sql`
  (select organization_id, subscription_id as id from pending_deliveries order by subscription_id limit 1)
  union all
  select next.organization_id, next.id
  from pending_subscription last, lateral (
    select organization_id, subscription_id as id from pending_deliveries
    where subscription_id > last.id order by subscription_id limit 1) next`;

const pendingAmong = (subscriptionIds: readonly string[]) => sql`
  select first.organization_id, first.id
  from unnest(${[...subscriptionIds]}::text[]) named (id), lateral (
    select organization_id, subscription_id as id from pending_deliveries where subscription_id = named.id limit 1) first`;
