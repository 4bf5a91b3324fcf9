import { type CloudEvent, cloudEvent } from '@freight/contracts';
import type { Logger } from '@freight/telemetry';
import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { createBatcher } from '../batcher.ts';
import { type Applied, type EventApplier, type EventMeta, type HeardEvent, reportApplied } from './apply-event.ts';

/** One of the events of a batch; `meta.traceparent` is its trace, since a batch has none of its own. */
export type HandledEvent = { event: CloudEvent<unknown>; meta: EventMeta };

/**
 * Does what several events ask for, within the one transaction that also remembers them. No two of them have the same CloudEvents
 * subject as long as nothing is fetched from an owner. What it gives back runs after the commit and may never run.
 */
export type EventBatchHandler<Tables> = (
  trx: Transaction<Tables>,
  events: readonly HandledEvent[],
) => Promise<(() => void) | void>;

export type BatchApplierOptions<Tables> = {
  db: Kysely<Tables>;
  log: Logger;
  handleBatch: EventBatchHandler<Tables>;
  /** Applies each event of a batch that failed: one that cannot be applied must not hold up the others. */
  single: EventApplier;
};

const maxBatch = 200;
const anyEvent = cloudEvent(z.unknown());

type Waiting = HeardEvent & { deliveries: number; settle: (result: Applied) => void };

/**
 * Applies what is heard while one transaction is under way together in the next: a commit is the dearest part of an event, and
 * waiting for company would cost the latency of those that come alone.
 */
export const createBatchApplier = <Tables>(options: BatchApplierOptions<Tables>): EventApplier['apply'] => {
  const { db, log, handleBatch, single } = options;
  const batcher = createBatcher<Waiting>({
    maxBatch,
    handle: async (batch) => {
      const startedAt = performance.now();
      const fresh = await applyTogether(db, handleBatch, batch);
      const durationMs = performance.now() - startedAt;
      for (const { settle, deliveries, ...event } of batch) {
        const result: Applied = { outcome: fresh.has(event.eventId) ? 'done' : 'duplicate' };
        reportApplied(log, { event, deliveries, result, durationMs });
        settle(result);
      }
    },
    onError: async (_, batch) => {
      await Promise.all(batch.map(async (one) => one.settle(await single.apply(one, one.deliveries))));
      return 'drop';
    },
  });
  return (event, deliveries = 1) => {
    const applied = Promise.withResolvers<Applied>();
    batcher.add({ ...event, deliveries, settle: applied.resolve }).catch(applied.reject);
    return applied.promise;
  };
};

/** @returns ids of the events that were not remembered yet */
const applyTogether = async <Tables>(
  db: Kysely<Tables>,
  handleBatch: EventBatchHandler<Tables>,
  batch: readonly HeardEvent[],
): Promise<ReadonlySet<string>> => {
  const { fresh, afterCommit } = await db.transaction().execute(async (trx) => {
    const fresh = await rememberEvents(trx, batch);
    const seen = new Set<string>();
    const events = batch
      .filter(({ eventId }) => fresh.has(eventId) && !seen.has(eventId) && seen.add(eventId))
      .map(({ body, source, position, subject, traceparent }) => ({
        event: anyEvent.parse(JSON.parse(body)),
        meta: { source, position, subject, traceparent },
      }));
    return { fresh, afterCommit: events.length === 0 ? undefined : await handleBatch(trx, events) };
  });
  afterCommit?.();
  return fresh;
};

/** In the order of their ids, so that replicas that hear the same events at one time cannot wait in a circle. */
const rememberEvents = async (trx: QueryExecutorProvider, events: readonly HeardEvent[]): Promise<Set<string>> => {
  const { rows } = await sql<{ eventId: string }>`
    insert into inbox (source, event_id, position)
    select * from unnest(
      ${events.map(({ source }) => source)}::text[],
      ${events.map(({ eventId }) => eventId)}::text[],
      ${events.map(({ position }) => position)}::bigint[]
    ) heard (source, event_id, position)
    order by event_id
    on conflict do nothing returning event_id as "eventId"`.execute(trx);
  return new Set(rows.map(({ eventId }) => eventId));
};
