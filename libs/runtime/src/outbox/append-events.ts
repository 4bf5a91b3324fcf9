import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { OutboxEvent } from './new-event.ts';

/**
 * Writes events to the outbox, in the transaction of the change they tell of. After its commit `wakeRelay` spares them the wait
 * for the relay's next look.
 */
export const appendEvents = async (trx: QueryExecutorProvider, events: readonly OutboxEvent[]): Promise<void> => {
  if (events.length > 0) await appendEventsSql(events).execute(trx);
};

/**
 * The insert alone, to be one part of a statement: `with changed as (update …), announced as (${appendEventsSql(events)}) select …`.
 * Its text is the same for any number of events, so it is prepared once.
 */
export const appendEventsSql = (events: readonly OutboxEvent[]): RawBuilder<unknown> => sql`
  insert into outbox (event_id, aggregate, subject, body, traceparent)
  select * from unnest(
    ${events.map(({ eventId }) => eventId)}::text[],
    ${events.map(({ aggregate }) => aggregate)}::text[],
    ${events.map(({ subject }) => subject)}::text[],
    ${events.map(({ body }) => body)}::text[],
    ${events.map(({ traceparent }) => traceparent)}::text[]
  )`;
