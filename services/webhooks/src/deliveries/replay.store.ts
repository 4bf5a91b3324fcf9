import type { Db } from '@freight/database';
import { type Selectable, sql } from 'kysely';
import { numberedId } from '../delivery/delivery-id.ts';
import { lanePatienceMinutes } from '../delivery/fan-out.store.ts';
import type { ReplaysTable, Tables } from '../tables.ts';

/** Events of one replay: as many as one statement inserts in about a second. */
export const maxReplayed = 10_000;

export type NewReplay = Pick<
  Selectable<ReplaysTable>,
  'id' | 'subscription_id' | 'created_by_operation' | 'from_time' | 'to_time' | 'events'
>;

export type Replay = Pick<Selectable<ReplaysTable>, 'id' | 'queued'> & { isNew: boolean };

/** Inserts a replay, or gives the one that an earlier run of the same operation inserted. */
export const insertReplay = async (trx: Db<Tables>, organizationId: string, replay: NewReplay): Promise<Replay> => {
  const inserted = await trx
    .insertInto('replays')
    .values({ organization_id: organizationId, ...replay })
    .onConflict((conflict) => conflict.columns(['organization_id', 'created_by_operation']).doNothing())
    .returning(['id', 'queued'])
    .executeTakeFirst();
  if (inserted !== undefined) return { ...inserted, isNew: true };
  const known = await trx
    .selectFrom('replays')
    .select(['id', 'queued'])
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', replay.created_by_operation)
    .executeTakeFirstOrThrow();
  return { ...known, isNew: false };
};

/**
 * Makes a delivery for each event that the subscription was sent in the replay's period, with the bytes of then. They are queued as
 * retries, so that new events need not wait for them, and each shipment has a lane of its own in the replay, so that its events
 * come in their old order.
 *
 * @param deliveryId a fresh id; the deliveries are numbered in its last three characters
 * @returns how many events there are; one more than `maxReplayed` stands for any number above it
 */
export const queueReplay = async (
  trx: Db<Tables>,
  organizationId: string,
  replayId: string,
  deliveryId: string,
): Promise<number> => {
  const { rows } = await sql<{ queued: number }>`
    with original as (
      select delivery.id, delivery.subscription_id, delivery.event, delivery.payload, delivery.traceparent,
        ${replayId} || ':' || (delivery.payload::json #>> '{data,shipment,id}') as lane,
        (row_number() over (order by delivery.created_at, delivery.id) - 1)::int as number
      from replays replay
      join deliveries delivery on delivery.organization_id = replay.organization_id
        and delivery.subscription_id = replay.subscription_id
        and delivery.created_at between replay.from_time and replay.to_time
      where replay.organization_id = ${organizationId} and replay.id = ${replayId}
        -- Tests and what was sent again by hand or by a replay have no event of their own.
        and delivery.event_id is not null
        and (replay.events is null or delivery.event = any(replay.events))
      order by delivery.created_at, delivery.id
      limit ${maxReplayed + 1}::int
    ), delivery as (
      insert into deliveries (organization_id, id, subscription_id, event, payload, retry_of, traceparent)
      select ${organizationId}, ${numberedId(deliveryId, sql`number`, 3)}, subscription_id, event, payload, id, traceparent
      from original
    ), pending as (
      insert into pending_deliveries (organization_id, delivery_id, subscription_id, lane, lane_version, is_retry, due_at)
      select ${organizationId}, ${numberedId(deliveryId, sql`number`, 3)}, subscription_id, lane, number, true,
        case when row_number() over (partition by lane order by number) > 1
          then now() + ${lanePatienceMinutes}::int * interval '1 minute' else now() end
      from original
    )
    update replays set queued = (select count(*) from original)
    where organization_id = ${organizationId} and id = ${replayId}
    returning queued`.execute(trx);
  return rows[0]?.queued ?? 0;
};
