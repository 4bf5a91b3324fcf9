import { setTimeout as delay } from 'node:timers/promises';
import { eventStream } from '@freight/contracts';
import type { Msg } from 'nats';
import { type Bus, internalsOf } from './bus.ts';
import { createLanes } from './event-lanes.ts';
import { restoreEventStream } from './event-stream.ts';
import { JetStreamError, jetstreamApi, jetstreamErrors, toNanoseconds } from './jetstream-api.ts';
import { pullEvents } from './pull-events.ts';

/** A message of the event stream as its consumer sees it. */
export type EventMessage = {
  subject: string;
  /** Value of a header, by its exact name. */
  header: (name: string) => string | undefined;
  body: string;
  /** 1 the first time. */
  deliveries: number;
};

/** done: never again; retry: again after a while, longer each time unless it says when; reject: give up. */
export type EventVerdict = 'done' | 'retry' | { retryAfterMs: number } | 'reject';

export type ConsumeEventsOptions = {
  /** Name of the consumer that JetStream remembers; replicas that share it share the work. */
  durable: string;
  filterSubjects: readonly string[];
  /** Messages fetched at one time. Default 100. */
  batch?: number;
  /** Messages handled at one time. Default 4. */
  concurrency?: number;
  /** Messages of one key are handled one after another; default: by subject. */
  laneOf?: (message: EventMessage) => string;
  /** What it throws counts as `retry`. */
  onMessage: (message: EventMessage) => Promise<EventVerdict>;
};

export type EventConsumption = {
  /** Takes no more messages and resolves when those taken are handled and their acknowledgements sent. */
  stop: () => Promise<void>;
};

const ackWaitMs = 60_000;
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];
const recreateDelayMs = 1_000;

/**
 * Reads the event stream through a durable consumer. Each message is handled at least once: redelivered until its verdict is done
 * or reject, and again after a crash of the server, so handlers must know what they have done. The consumer, and the stream
 * under it, are made again when they vanish with JetStream's store.
 *
 * @example const consumption = consumeEvents(bus, { durable: 'webhooks', filterSubjects: ['freight.events.v1.shipments.>'], onMessage });
 */
export const consumeEvents = (bus: Bus, options: ConsumeEventsOptions): EventConsumption => {
  const { durable, batch = 100, concurrency = 4, laneOf = ({ subject }) => subject, onMessage } = options;
  const { nc, log } = internalsOf(bus);
  const lanes = createLanes(concurrency);
  const stopping = new AbortController();

  const handle = async (raw: Msg, message: EventMessage): Promise<void> => {
    const verdict = await onMessage(message).catch((error: unknown): EventVerdict => {
      log.error({ err: error, subject: message.subject, durable }, 'event handler failed');
      return 'retry';
    });
    raw.respond(acknowledgement(verdict, message.deliveries));
  };

  const take = (raw: Msg): void => {
    const message = eventMessage(raw);
    lanes.run(laneOf(message), () => handle(raw, message));
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await ensureConsumer(bus, durable, options.filterSubjects);
        await pullEvents(bus, { durable, batch, backlog: lanes.size, onMessage: take, signal: stopping.signal });
      } catch (error) {
        if (stopping.signal.aborted) break;
        log.warn({ err: error, durable }, 'event consumer interrupted');
        await delay(recreateDelayMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopping.abort();
      await running;
      await lanes.idle();
      if (bus.isConnected()) await nc.flush().catch(() => {});
    },
  };
};

const ensureConsumer = async (bus: Bus, durable: string, filterSubjects: readonly string[]): Promise<void> => {
  const create = () =>
    jetstreamApi(bus, `CONSUMER.CREATE.${eventStream.name}.${durable}`, {
      stream_name: eventStream.name,
      config: {
        name: durable,
        durable_name: durable,
        deliver_policy: 'all',
        ack_policy: 'explicit',
        ack_wait: toNanoseconds(ackWaitMs),
        max_deliver: -1,
        filter_subjects: filterSubjects,
      },
    });
  try {
    await create();
  } catch (error) {
    if (!(error instanceof JetStreamError) || error.errorCode !== jetstreamErrors.streamNotFound) throw error;
    await restoreEventStream(bus);
    await create();
  }
};

const eventMessage = (raw: Msg): EventMessage => ({
  subject: raw.subject,
  header: (name) => raw.headers?.get(name) || undefined,
  body: raw.string(),
  deliveries: deliveriesOf(raw.reply ?? ''),
});

/** `$JS.ACK.<stream>.<consumer>.<deliveries>.…`, with domain and account in between where the server uses the longer form. */
const deliveriesOf = (ackSubject: string): number => {
  const tokens = ackSubject.split('.');
  return Number(tokens.length === 9 ? tokens[4] : tokens[6]);
};

const acknowledgement = (verdict: EventVerdict, deliveries: number): string => {
  if (verdict === 'done') return '+ACK';
  if (verdict === 'reject') return '+TERM';
  const backoffMs = retryDelaysMs[Math.min(deliveries, retryDelaysMs.length) - 1] ?? 1_000;
  const delayMs = verdict === 'retry' ? backoffMs : verdict.retryAfterMs;
  return `-NAK ${JSON.stringify({ delay: toNanoseconds(delayMs) })}`;
};
