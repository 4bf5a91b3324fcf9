import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import { numberedId } from './delivery-id.ts';

export type WebhookToFanOut = {
  organizationId: string;
  eventId: string;
  /** `shipment.delivered` */
  event: string;
  /** The exact text that will be sent. */
  payload: string;
  /** What orders deliveries of one subscription: the shipment. */
  lane: string;
  laneVersion: number;
  /** A fresh delivery id; the subscriptions are numbered in its last two characters. */
  deliveryId: string;
  traceparent: string | null;
};

/** How long a delivery waits at most for earlier ones of its lane, in minutes (decisions, section 8). */
export const lanePatienceMinutes = 60;

/**
 * Makes one delivery of each webhook for each active subscription of its organization that wants the event; a repetition makes none.
 *
 * A delivery behind an unsettled one of its lane is due when its patience ends, others at once. The share lock makes this and the
 * settling of the earlier delivery wait for each other, so that either this statement sees it settled or the settling sees this
 * delivery and releases it.
 *
 * @returns the subscriptions that have something to send now
 */
export const fanOut = async (db: Db<Tables>, webhooks: readonly WebhookToFanOut[]): Promise<string[]> => {
  const column = (of: (webhook: WebhookToFanOut) => string | number | null) => webhooks.map(of);
  const { rows } = await sql<{ subscription_id: string }>`
    with webhook as (
      select * from unnest(
        ${column((webhook) => webhook.organizationId)}::text[], ${column((webhook) => webhook.eventId)}::text[],
        ${column((webhook) => webhook.event)}::text[], ${column((webhook) => webhook.payload)}::text[],
        ${column((webhook) => webhook.lane)}::text[], ${column((webhook) => webhook.laneVersion)}::int[],
        ${column((webhook) => webhook.deliveryId)}::text[], ${column((webhook) => webhook.traceparent)}::text[]
      ) as webhook (organization_id, event_id, event, payload, lane, lane_version, delivery_id, traceparent)
    ), wanting as (
      select webhook.*, subscription.id as subscription_id,
        (row_number() over (partition by webhook.delivery_id order by subscription.id) - 1)::int as number,
        row_number() over (partition by subscription.id, lane order by lane_version) > 1 as is_behind
      from webhook
      -- One look at the primary key for each webhook, however many subscriptions there are: offset 0 keeps it so.
      cross join lateral (
        select id from subscriptions
        where subscriptions.organization_id = webhook.organization_id and is_active and deleted_at is null
          and (events is null or webhook.event = any(events))
        offset 0) subscription
    ), delivery as (
      insert into deliveries (organization_id, id, subscription_id, event_id, event, payload, traceparent)
      select organization_id,
        ${numberedId(sql`delivery_id`, sql`number`, 2)},
        subscription_id, event_id, event, payload, traceparent
      from wanting
      on conflict (organization_id, subscription_id, event_id) where event_id is not null do nothing
      returning id, subscription_id, event_id
    ), earlier as (
      select wanting.subscription_id, wanting.event_id
      from wanting
      join pending_deliveries pending on pending.organization_id = wanting.organization_id
        and pending.subscription_id = wanting.subscription_id and pending.lane = wanting.lane
        and pending.lane_version < wanting.lane_version
      order by pending.delivery_id
      for share of pending
    )
    insert into pending_deliveries (organization_id, delivery_id, subscription_id, lane, lane_version, due_at)
    select wanting.organization_id, delivery.id, wanting.subscription_id, wanting.lane, wanting.lane_version,
      case when wanting.is_behind or (wanting.subscription_id, wanting.event_id) in (select * from earlier)
        then now() + ${lanePatienceMinutes}::int * interval '1 minute' else now() end
    from delivery join wanting using (subscription_id, event_id)
    returning subscription_id`.execute(db);
  return [...new Set(rows.map((row) => row.subscription_id))];
};
