import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { unhealthyToPause } from './claim-due.store.ts';
import type { Outcome } from './decide-outcome.ts';

/** What became of one attempt. */
export type AttemptResult = {
  organizationId: string;
  deliveryId: string;
  /** The fencing token of the claim. */
  attempt: number;
  /** The secret that signed it. */
  secretVersion: number;
  outcome: Outcome['kind'];
  /** Until the next attempt, in milliseconds; null unless there is one. */
  delayMs: number | null;
  /** 2xx and 4xx come from a receiver that works; all else speaks for an open circuit. */
  isHealthy: boolean;
  responseStatus: number | null;
  responseBody: string | null;
  error: string | null;
  durationMs: number;
};

export type Recorded = {
  /** Ids of the deliveries whose result was taken; what is missing was claimed anew by somebody else, or deleted. */
  deliveryIds: string[];
  /** Subscriptions that were switched off by this. */
  deactivated: { organizationId: string; subscriptionId: string }[];
};

/** How long an open circuit keeps still before one delivery may try, in seconds. */
const pauseSeconds = 10;
/** Nothing but failures for so long switches a subscription off (decisions, section 8). */
const deactivateAfterDays = 5;
/** Failures further apart are sporadic and begin a new run: twice the longest step of the schedule. */
const sporadicAfterHours = 48;

/**
 * Writes what became of attempts: the attempts themselves, the deliveries that they settle or put off, and the counters of their
 * subscriptions, all in one transaction. A result whose attempt is no longer the delivery's newest is left out.
 */
export const recordResults = (db: Db<Tables>, results: readonly AttemptResult[]): Promise<Recorded> =>
  db.transaction().execute(async (trx) => {
    const settled = await settle(trx, results);
    await releaseLanes(trx, settled);
    return {
      deliveryIds: settled.map(({ deliveryId }) => deliveryId),
      deactivated: await deactivateHopeless(trx, settled),
    };
  });

type Settled = { organizationId: string; deliveryId: string; subscriptionId: string; lane: string };

/** Rows are locked in the order of their keys, so that replicas that settle at the same time cannot wait in a circle. */
const settle = async (trx: Db<Tables>, results: readonly AttemptResult[]): Promise<Settled[]> => {
  const { rows } = await sql<Settled>`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result (
        "organizationId" text, "deliveryId" text, attempt int, "secretVersion" int, outcome text, "delayMs" bigint,
        "isHealthy" boolean, "responseStatus" int, "responseBody" text, error text, "durationMs" int)
    ), locked as (
      select pending.subscription_id, pending.lane, result.*
      from pending_deliveries pending
      join result on result."organizationId" = pending.organization_id and result."deliveryId" = pending.delivery_id
        and result.attempt = pending.attempt
      order by pending.delivery_id
      for update of pending
    ), receiver as (
      select subscription.organization_id, subscription.id, subscription.secret_version
      from subscriptions subscription
      where (subscription.organization_id, subscription.id) in (select "organizationId", subscription_id from locked)
      order by subscription.id
      for update
    ), decided as (
      -- Refused with a signature of a secret that was rotated meanwhile: no verdict, it is tried again with the new one.
      select locked.*, case when outcome = 'refused' and locked."secretVersion" <> receiver.secret_version
        then 'retry' else outcome end as verdict
      from locked join receiver on receiver.organization_id = locked."organizationId" and receiver.id = locked.subscription_id
    ), recorded as (
      insert into delivery_attempts (organization_id, delivery_id, attempt, subscription_id, outcome, response_status,
        response_body, error, duration_ms)
      select "organizationId", "deliveryId", attempt, subscription_id, verdict, "responseStatus",
        "responseBody", error, "durationMs"
      from decided
      on conflict do nothing
    ), put_off as (
      update pending_deliveries pending
      set is_retry = true, in_flight = false, due_at = now() + coalesce(decided."delayMs", 0) * interval '1 millisecond'
      from decided
      where decided.verdict = 'retry'
        and pending.organization_id = decided."organizationId" and pending.delivery_id = decided."deliveryId"
    ), done as (
      delete from pending_deliveries pending using decided
      where decided.verdict <> 'retry'
        and pending.organization_id = decided."organizationId" and pending.delivery_id = decided."deliveryId"
    ), settled as (
      update deliveries delivery
      set status = case decided.verdict when 'acknowledged' then 'SUCCEEDED' else 'FAILED' end, settled_at = now()
      from decided
      where decided.verdict <> 'retry'
        and delivery.organization_id = decided."organizationId" and delivery.id = decided."deliveryId"
    ), tally as (
      select "organizationId", subscription_id,
        count(*) filter (where verdict = 'acknowledged') as sent,
        count(*) filter (where verdict in ('refused', 'exhausted')) as failed,
        count(*) filter (where not "isHealthy") as unhealthy,
        bool_or("isHealthy") as is_healthy
      from decided group by "organizationId", subscription_id
    ), tallied as (
      update subscriptions subscription
      set total_sent = total_sent + tally.sent,
        total_failed = total_failed + tally.failed,
        last_fired_at = now(),
        failing_since = case when tally.sent > 0 then null
          when failing_since is null or last_failure_at < now() - ${sporadicAfterHours}::int * interval '1 hour' then now()
          else failing_since end,
        last_failure_at = case when tally.sent > 0 then null else now() end,
        unhealthy_in_a_row = case when tally.is_healthy then 0 else unhealthy_in_a_row + tally.unhealthy end,
        paused_until = case
          when not tally.is_healthy and unhealthy_in_a_row + tally.unhealthy >= ${unhealthyToPause}::int
          then now() + ${pauseSeconds}::int * interval '1 second' end
      from tally
      where subscription.organization_id = tally."organizationId" and subscription.id = tally.subscription_id
    )
    select "organizationId", "deliveryId", subscription_id as "subscriptionId", lane from decided`.execute(trx);
  return rows;
};

/**
 * Makes the head of each lane due that waited for what has just been settled. A statement of its own, because it must see
 * deliveries whose making the settling waited for.
 */
const releaseLanes = async (trx: Db<Tables>, settled: readonly Settled[]): Promise<void> => {
  if (settled.length === 0) return;
  await sql`
    with lane as (
      select distinct * from unnest(
        ${settled.map(({ subscriptionId }) => subscriptionId)}::text[], ${settled.map(({ lane }) => lane)}::text[]
      ) as lane (subscription_id, lane)
    ), head as (
      select first.*
      from lane, lateral (
        select organization_id, delivery_id, attempt from pending_deliveries pending
        where pending.subscription_id = lane.subscription_id and pending.lane = lane.lane
        order by lane_version limit 1) first
    )
    update pending_deliveries pending set due_at = now()
    from head
    where pending.organization_id = head.organization_id and pending.delivery_id = head.delivery_id
      and head.attempt = 0 and pending.attempt = 0 and pending.due_at > now()`.execute(trx);
};

const deactivateHopeless = async (trx: Db<Tables>, settled: readonly Settled[]): Promise<Recorded['deactivated']> => {
  if (settled.length === 0) return [];
  const { rows } = await sql<Recorded['deactivated'][number]>`
    update subscriptions
    set is_active = false,
      deactivation_reason = 'No delivery was acknowledged for ' || ${String(deactivateAfterDays)}::text || ' days, since '
        || to_char(failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    where (organization_id, id) in (select * from unnest(
        ${settled.map(({ organizationId }) => organizationId)}::text[],
        ${settled.map(({ subscriptionId }) => subscriptionId)}::text[]))
      and is_active and failing_since <= now() - ${deactivateAfterDays}::int * interval '1 day'
    returning organization_id as "organizationId", id as "subscriptionId"`.execute(trx);
  return rows;
};
