import type { ServiceName } from '@freight/contracts';
import { type Bus, consumeEvents, durableOf, type EventMessage, type EventVerdict } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import type { Kysely } from 'kysely';
import { startLoop } from '../background-loop.ts';
import type { SessionLocks } from '../session-locks.ts';
import { createBatchApplier, type EventBatchHandler } from './apply-batch.ts';
import { createApplier, type EventApplier, type EventHandler, type HeardEvent } from './apply-event.ts';
import { createReconciler } from './reconcile-inbox.ts';

export type ConsumeInboxOptions<Tables> = {
  db: Kysely<Tables>;
  bus: Bus;
  log: Logger;
  service: ServiceName;
  locks: SessionLocks;
  /** Services whose events are wanted. */
  sources: readonly ServiceName[];
  /** Subjects wanted, with wildcards: `freight.events.v1.shipments.*.delivered`. */
  subjects: readonly string[];
  /** Events handled at one time; those of one CloudEvents subject always one after another. Default 4, in batches 256. */
  concurrency?: number;
  /** How often to compare with the owners' outboxes, in milliseconds. An event that is late by one such period is fetched. Default 2000. */
  reconcileEveryMs?: number;
  /** Pauses between the tries of a failing event; default 25 minutes in all. */
  retryDelaysMs?: readonly number[];
} & (
  | { handle: EventHandler<Tables>; handleBatch?: never }
  /** For many small effects: events that come together share a transaction, and go one by one when that fails. */
  | { handle?: never; handleBatch: EventBatchHandler<Tables> }
);

export type InboxConsumption = { stop: () => Promise<void> };

const defaultReconcileMs = 2_000;
const defaultConcurrency = 4;
/** More lanes than a pull brings events, so that few of a batch have to wait for the next because they share one. */
const batchConcurrency = 256;
const maxBackoffMs = 10_000;

/**
 * Applies other services' events to this one, each exactly once: the effect and the memory of it are one transaction. JetStream
 * brings them fast; what it lost is fetched from the owner, so it may lose everything. Order holds per CloudEvents subject as long
 * as nothing fails; a handler that needs more looks at `version`.
 */
export const consumeInbox = <Tables>(options: ConsumeInboxOptions<Tables>): InboxConsumption => {
  const { bus, log, locks, service, sources, subjects } = options;
  const { applier, apply, concurrency } = appliersOf(options);
  const consumption = consumeEvents(bus, {
    durable: durableOf(service),
    filterSubjects: subjects,
    concurrency: options.concurrency ?? concurrency,
    laneOf: ({ body }) => cloudEventSubject(body),
    onMessage: (message) => applyMessage(message, apply, log),
  });
  const reconciler = createReconciler({ ...options, applier });
  const loops = sources.map((source) =>
    startLoop(
      {
        name: `reconcile-${source}`,
        everyMs: options.reconcileEveryMs ?? defaultReconcileMs,
        run: (signal) => reconciler.reconcile(source, signal),
        lock: true,
        maxBackoffMs,
      },
      { log, locks },
    ),
  );
  return {
    stop: async () => {
      await Promise.all([consumption.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
};

type Appliers = {
  /** One event a transaction: what is fetched from an owner, and what broke its batch. */
  applier: EventApplier;
  /** What the stream brings. */
  apply: EventApplier['apply'];
  concurrency: number;
};

const appliersOf = <Tables>(options: ConsumeInboxOptions<Tables>): Appliers => {
  if (options.handleBatch === undefined) {
    const applier = createApplier(options);
    return { applier, apply: applier.apply, concurrency: defaultConcurrency };
  }
  const { handleBatch } = options;
  const applier = createApplier<Tables>({
    ...options,
    handle: (trx, event, meta) => handleBatch(trx, [{ event, meta }]),
  });
  const apply = createBatchApplier({ ...options, handleBatch, single: applier });
  return { applier, apply, concurrency: batchConcurrency };
};

const applyMessage = async (
  message: EventMessage,
  apply: EventApplier['apply'],
  log: Logger,
): Promise<EventVerdict> => {
  const event = heardEvent(message);
  if (event === undefined) {
    log.error({ subject: message.subject }, 'an event without source, id or position was left');
    return 'reject';
  }
  const result = await apply(event, message.deliveries);
  return result.outcome === 'retry' ? { retryAfterMs: result.afterMs } : 'done';
};

const heardEvent = ({ subject, header, body }: EventMessage): HeardEvent | undefined => {
  const source = header('Freight-Source');
  const eventId = header('Nats-Msg-Id');
  const position = Number(header('Freight-Position'));
  if (source === undefined || eventId === undefined || !Number.isSafeInteger(position)) return undefined;
  return { source, eventId, position, subject, body, traceparent: header('traceparent') ?? null };
};

/** The CloudEvents subject without parsing the whole body for it; an odd body gets a lane of its own. */
const cloudEventSubject = (body: string): string => /"subject":"([^"]*)"/.exec(body)?.[1] ?? body;
