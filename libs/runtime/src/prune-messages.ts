import { type QueryExecutorProvider, sql } from 'kysely';

export type PruneOptions = {
  /** Announced events are kept this long, so that a consumer can be away for a while. Default 7 days, in milliseconds. */
  outboxMs?: number;
  /** What was heard is remembered this long; longer than the stream keeps events. Default 14 days, in milliseconds. */
  inboxMs?: number;
};

const day = 24 * 3_600_000;
/** Rows deleted by one statement: short locks. */
const batch = 5_000;

/**
 * Deletes events that were announced, and memories of events that were heard, once nobody can ask for them any more. For a loop:
 * `runtime.loop({ name: 'prune-messages', everyMs: 3_600_000, run: () => pruneMessages(db), lock: true })`.
 */
export const pruneMessages = async (
  db: QueryExecutorProvider,
  { outboxMs = 7 * day, inboxMs = 14 * day }: PruneOptions = {},
): Promise<void> => {
  let deleted: number;
  do {
    const outbox = await sql`
      delete from outbox where id in (
        select outbox.id from outbox, outbox_head head
        where outbox.position <= head.published_position
          and outbox.created_at < now() - ${outboxMs} * interval '1 millisecond'
        order by outbox.id limit ${batch})`.execute(db);
    const inbox = await sql`
      delete from inbox where (source, event_id) in (
        select inbox.source, inbox.event_id from inbox join inbox_cursor cursor using (source)
        where inbox.position <= cursor.position
          and inbox.received_at < now() - ${inboxMs} * interval '1 millisecond'
        limit ${batch})`.execute(db);
    deleted = Math.max(Number(outbox.numAffectedRows ?? 0), Number(inbox.numAffectedRows ?? 0));
  } while (deleted === batch);
};
