import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export type WebhookToFanOut = {
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

/** The alphabet of our ids (TypeID base 32): two characters number 1,024 subscriptions, far more than one organization may have. */
const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Makes one delivery for each active subscription that wants the event; a repetition makes none.
 *
 * A delivery behind an unsettled one of its lane is due when its patience ends, others at once. The share lock makes this and the
 * settling of the earlier delivery wait for each other, so that either this statement sees it settled or the settling sees this
 * delivery and releases it.
 *
 * @returns the subscriptions that have something to send now
 */
export const fanOut = async (
  db: Db<Tables>,
  organizationId: string,
  { eventId, event, payload, lane, laneVersion, deliveryId, traceparent }: WebhookToFanOut,
): Promise<string[]> => {
  const { rows } = await sql<{ subscription_id: string }>`
    with wanting as (
      select id, (row_number() over (order by id) - 1)::int as number
      from subscriptions
      where organization_id = ${organizationId} and is_active and deleted_at is null
        and (events is null or ${event}::text = any(events))
    ), delivery as (
      insert into deliveries (organization_id, id, subscription_id, event_id, event, payload, traceparent)
      select ${organizationId},
        left(${deliveryId}::text, -2) || substr(${idAlphabet}, 1 + number / 32, 1) || substr(${idAlphabet}, 1 + number % 32, 1),
        id, ${eventId}, ${event}, ${payload}, ${traceparent}
      from wanting
      on conflict (organization_id, subscription_id, event_id) where event_id is not null do nothing
      returning id, subscription_id
    ), earlier as (
      select pending.subscription_id
      from pending_deliveries pending
      where pending.organization_id = ${organizationId} and pending.lane = ${lane} and pending.lane_version < ${laneVersion}
        and pending.subscription_id = any(select id from wanting)
      order by pending.delivery_id
      for share
    )
    insert into pending_deliveries (organization_id, delivery_id, subscription_id, lane, lane_version, due_at)
    select ${organizationId}, delivery.id, delivery.subscription_id, ${lane}, ${laneVersion}::int,
      case when delivery.subscription_id in (select subscription_id from earlier)
        then now() + ${lanePatienceMinutes}::int * interval '1 minute' else now() end
    from delivery
    returning subscription_id`.execute(db);
  return rows.map((row) => row.subscription_id);
};
