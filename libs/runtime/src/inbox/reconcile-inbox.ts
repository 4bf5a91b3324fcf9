import {
  newId,
  type OutboxQueryRequest,
  readOutboxOperation,
  type ServiceName,
  type SystemContext,
} from '@freight/contracts';
import { type Bus, call } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { EventApplier } from './apply-event.ts';

export type ReconcilerOptions = {
  db: QueryExecutorProvider;
  bus: Bus;
  log: Logger;
  service: ServiceName;
  subjects: readonly string[];
  applier: EventApplier;
};

export type Reconciler = {
  /** Compares one source's outbox with the inbox and applies what is missing. */
  reconcile: (source: ServiceName, signal: AbortSignal) => Promise<void>;
};

const pageSize = 1_000;
const refillSize = 50;

/**
 * Asks the owners which events there are, from the last position up to which nothing is missing. What is not in the inbox though
 * it was announced a whole round ago is taken from the owner, whatever became of it on JetStream. Events of other subjects are
 * not in the answers, so they are no gaps.
 */
export const createReconciler = (options: ReconcilerOptions): Reconciler => {
  const { db, bus, log, service, applier } = options;
  const subjects = [...options.subjects];
  /** The head that each source had a round ago: everything up to it has had its time to arrive. */
  const headsBefore = new Map<ServiceName, number>();

  const ask = (source: ServiceName, query: OutboxQueryRequest) =>
    call(bus, readOutboxOperation(source), systemContext(service), query);

  const fetchAndApply = async (source: ServiceName, positions: readonly number[]): Promise<Set<number>> => {
    const covered = new Set<number>();
    const first = positions[0];
    if (first === undefined) return covered;
    const { events } = await ask(source, { afterPosition: first - 1, positions: [...positions], limit: refillSize });
    for (const { body, ...event } of events) {
      if (body === undefined) continue;
      const result = await applier.apply({ ...event, source, body });
      if (result.outcome !== 'retry') covered.add(event.position);
    }
    log.warn({ source, fetched: events.length, covered: covered.size }, 'missing events fetched from their owner');
    return covered;
  };

  return {
    reconcile: async (source, signal) => {
      const before = headsBefore.get(source) ?? 0;
      const cursor = await cursorOf(db, source);
      let stillMissing: number | undefined;
      let after = cursor;
      for (;;) {
        const answer = await ask(source, { afterPosition: after, limit: pageSize, subjects, bodies: false });
        if (after === cursor) {
          headsBefore.set(source, answer.head);
          if (answer.head < cursor) return await goBack(db, log, source, cursor, answer.head);
          if (answer.floor > cursor + 1 && cursor > 0) {
            log.error({ source, cursor, floor: answer.floor }, 'events were pruned before they were read');
          }
        }
        const missing = await missingFrom(db, source, answer.events);
        const late = missing.filter(({ position, eventId }) => position <= before && applier.isDue(eventId));
        const covered = new Set<number>();
        for (let start = 0; start < late.length && !signal.aborted; start += refillSize) {
          const positions = late.slice(start, start + refillSize).map(({ position }) => position);
          for (const position of await fetchAndApply(source, positions)) covered.add(position);
        }
        stillMissing ??= missing.find(({ position }) => !covered.has(position))?.position;
        const complete = stillMissing === undefined ? answer.upTo : stillMissing - 1;
        if (complete > cursor) await saveCursor(db, source, complete);
        if (answer.upTo >= answer.head || answer.upTo <= after || signal.aborted) return;
        after = answer.upTo;
      }
    },
  };
};

const systemContext = (service: ServiceName): SystemContext => ({
  requestId: newId('operation'),
  operationId: newId('operation'),
  actor: { type: 'service', id: service },
});

/** An owner whose database was restored counts on from an earlier position; what it announces from there on is new. */
const goBack = async (
  db: QueryExecutorProvider,
  log: Logger,
  source: string,
  cursor: number,
  head: number,
): Promise<void> => {
  log.error({ source, cursor, head }, 'the owner of these events went back');
  await saveCursor(db, source, head);
};

const cursorOf = async (db: QueryExecutorProvider, source: string): Promise<number> => {
  const { rows } = await sql<{ position: number }>`
    select position from inbox_cursor where source = ${source}`.execute(db);
  return rows[0]?.position ?? 0;
};

const saveCursor = async (db: QueryExecutorProvider, source: string, position: number): Promise<void> => {
  await sql`
    insert into inbox_cursor (source, position) values (${source}, ${position})
    on conflict (source) do update set position = excluded.position`.execute(db);
};

type Listed = { position: number; eventId: string };

const missingFrom = async (db: QueryExecutorProvider, source: string, events: readonly Listed[]): Promise<Listed[]> => {
  if (events.length === 0) return [];
  const { rows } = await sql<{ eventId: string }>`
    select event_id as "eventId" from inbox
    where source = ${source} and event_id = any(${events.map(({ eventId }) => eventId)}::text[])`.execute(db);
  const known = new Set(rows.map(({ eventId }) => eventId));
  return events.filter(({ eventId }) => !known.has(eventId));
};
