import { type CloudEvent, cloudEvent } from '@freight/contracts';
import { counter, type Logger, runWithTrace } from '@freight/telemetry';
import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { z } from 'zod';

/** An event as it reached this service, over JetStream or from its owner's outbox. */
export type HeardEvent = {
  /** The service that announced it. */
  source: string;
  eventId: string;
  position: number;
  subject: string;
  body: string;
  traceparent: string | null;
};

export type EventMeta = Pick<HeardEvent, 'source' | 'position' | 'subject' | 'traceparent'>;

/**
 * Does what an event asks for, within the transaction that also remembers the event. What it gives back runs after the commit:
 * waking whoever works on what was written. It may never run, so nothing may depend on it.
 */
export type EventHandler<Tables> = (
  trx: Transaction<Tables>,
  event: CloudEvent<unknown>,
  meta: EventMeta,
) => Promise<(() => void) | void>;

/** Thrown by a handler that will never be able to do it: the event goes to the dead letters at once. */
export class EventRejected extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'EventRejected';
  }
}

export type Applied = { outcome: 'done' | 'duplicate' | 'dead' } | { outcome: 'retry'; afterMs: number };

export type EventApplier = {
  /** Applies an event once, however often it is heard. `deliveries`: how often the stream has handed it out. */
  apply: (event: HeardEvent, deliveries?: number) => Promise<Applied>;
  /** False while an earlier failure says to wait. */
  isDue: (eventId: string) => boolean;
};

/** Pauses after failures; after the last the event is given up. 25 minutes in all: longer than a neighbour's restart. */
const retryDelaysMs = [1, 2, 5, 10, 30, 60, 120, 300, 300, 300, 300].map((seconds) => seconds * 1_000);

const anyEvent = cloudEvent(z.unknown());
const applied = counter('freight_events_applied', { description: 'Events heard, by source and outcome' });

export type ApplierOptions<Tables> = {
  db: Kysely<Tables>;
  log: Logger;
  handle: EventHandler<Tables>;
  /** Default: 1 s to 5 min, 25 minutes in all. */
  retryDelaysMs?: readonly number[];
};

/** Effect and memory of an event in one transaction; failures are tried again, then laid aside where an operator finds them. */
export const createApplier = <Tables>({
  db,
  log,
  handle,
  retryDelaysMs: delays = retryDelaysMs,
}: ApplierOptions<Tables>): EventApplier => {
  const failures = new Map<string, { attempts: number; dueAt: number }>();

  const applyOnce = async (event: HeardEvent): Promise<Applied> => {
    const { source, position, subject, traceparent } = event;
    const committed = await db.transaction().execute(async (trx) => {
      if (!(await rememberEvent(trx, event))) return undefined;
      const meta = { source, position, subject, traceparent };
      return { afterCommit: await handle(trx, anyEvent.parse(JSON.parse(event.body)), meta) };
    });
    if (committed === undefined) return { outcome: 'duplicate' };
    committed.afterCommit?.();
    return { outcome: 'done' };
  };

  const afterFailure = async (event: HeardEvent, deliveries: number, error: unknown): Promise<Applied> => {
    const attempts = Math.max((failures.get(event.eventId)?.attempts ?? 0) + 1, deliveries);
    const afterMs = delays[attempts - 1];
    if (afterMs === undefined || isHopeless(error)) {
      await bury(db, event, attempts, error);
      failures.delete(event.eventId);
      return { outcome: 'dead' };
    }
    failures.set(event.eventId, { attempts, dueAt: Date.now() + afterMs });
    return { outcome: 'retry', afterMs };
  };

  return {
    isDue: (eventId) => (failures.get(eventId)?.dueAt ?? 0) <= Date.now(),
    apply: (event, deliveries = 1) =>
      runWithTrace(event.traceparent ?? undefined, async () => {
        const startedAt = performance.now();
        let failure: unknown;
        const result = await applyOnce(event).catch((error: unknown) => {
          failure = error;
          return afterFailure(event, deliveries, error);
        });
        if (failure === undefined) failures.delete(event.eventId);
        reportApplied(log, { event, deliveries, result, durationMs: performance.now() - startedAt, failure });
        return result;
      }),
  };
};

export type AppliedReport = {
  event: HeardEvent;
  deliveries: number;
  result: Applied;
  durationMs: number;
  /** What was thrown, where something was. */
  failure?: unknown;
};

/** One wide log line and one count for what became of an event. */
export const reportApplied = (log: Logger, { event, deliveries, result, durationMs, failure }: AppliedReport): void => {
  const { source, eventId, position, subject, traceparent } = event;
  applied({ source, outcome: result.outcome });
  const rounded = Math.round(durationMs * 10) / 10;
  const line = { source, eventId, position, subject, deliveries, durationMs: rounded, ...result };
  runWithTrace(traceparent ?? undefined, () => {
    if (failure === undefined) log.info(line, 'event applied');
    else log.error({ ...line, err: failure }, 'event not applied');
  });
};

/** What does not parse will not parse tomorrow either. */
const isHopeless = (error: unknown): boolean =>
  error instanceof EventRejected || error instanceof z.ZodError || error instanceof SyntaxError;

/** False when the event is remembered already. */
const rememberEvent = async (
  trx: QueryExecutorProvider,
  { source, eventId, position }: HeardEvent,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into inbox (source, event_id, position) values (${source}, ${eventId}, ${position})
    on conflict do nothing returning 1`.execute(trx);
  return rows.length === 1;
};

const maxReasonLength = 2_000;

const bury = async <Tables>(db: Kysely<Tables>, event: HeardEvent, attempts: number, error: unknown): Promise<void> => {
  const reason = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, maxReasonLength);
  await db.transaction().execute(async (trx) => {
    await rememberEvent(trx, event);
    const { source, eventId, position, subject, body, traceparent } = event;
    await sql`
      insert into dead_letters (source, event_id, position, subject, reason, body, traceparent, attempts)
      values (${source}, ${eventId}, ${position}, ${subject}, ${reason}, ${body}, ${traceparent}, ${attempts})
      on conflict (source, event_id) do update set reason = excluded.reason, attempts = excluded.attempts`.execute(trx);
  });
};
