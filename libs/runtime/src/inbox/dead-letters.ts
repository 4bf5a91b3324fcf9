import { cloudEvent, FreightError } from '@freight/contracts';
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { z } from 'zod';
import type { EventHandler, HeardEvent } from './apply-event.ts';

/** An event that this service gave up on. */
export type DeadLetter = HeardEvent & { id: number; reason: string; attempts: number; createdAt: Date };

/** The dead letters of this service, newest first. */
export const listDeadLetters = async (
  db: QueryExecutorProvider,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ deadLetters: DeadLetter[]; total: number }> => {
  const { rows } = await sql<DeadLetter>`
    select id, source, event_id as "eventId", position, subject, reason, body, traceparent, attempts,
           created_at as "createdAt"
    from dead_letters order by id desc limit ${limit} offset ${offset}`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::float8 as total from dead_letters`.execute(db);
  return { deadLetters: rows, total: counts[0]?.total ?? 0 };
};

/**
 * Applies a dead letter again and takes it from the list when that works.
 *
 * @throws FreightError NOT_FOUND; what the handler throws, and the letter stays
 */
export const retryDeadLetter = <Tables>(db: Kysely<Tables>, id: number, handle: EventHandler<Tables>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<HeardEvent>`
      delete from dead_letters where id = ${id}
      returning source, event_id as "eventId", position, subject, body, traceparent`.execute(trx);
    const [letter] = rows;
    if (letter === undefined) throw new FreightError('NOT_FOUND');
    const { source, position, subject, body, traceparent } = letter;
    await handle(trx, cloudEvent(z.unknown()).parse(JSON.parse(body)), { source, position, subject, traceparent });
  });
