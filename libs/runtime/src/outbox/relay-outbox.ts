import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceName } from '@freight/contracts';
import { type Bus, broadcast, onBroadcast, publishEvent, restoreEventStream } from '@freight/messaging';
import { counter, gauge, type Logger } from '@freight/telemetry';
import { z } from 'zod';
import { startLoop } from '../background-loop.ts';
import type { HeldLock, SessionLocks } from '../session-locks.ts';

export type RelayOptions = {
  bus: Bus;
  log: Logger;
  service: ServiceName;
  locks: SessionLocks;
  /** How often to look without being woken, in milliseconds. Default 250. */
  pollMs?: number;
};

export type Relay = {
  /** Publishes what is left, if the bus lets it, and ends. */
  stop: () => Promise<void>;
};

const defaultPollMs = 250;
/** Events read, numbered and on their way at one time. */
const windowSize = 500;
/** A JetStream that takes nothing must not hold up a stop. */
const flushPatienceMs = 5_000;
/** Longest pause between tries while JetStream does not take events. */
const maxBackoffMs = 5_000;

const relayed = counter('freight_outbox_published', { description: 'Events acknowledged by JetStream' });

/** Relays of this process, by service: waking them needs no detour over the bus. */
const localRelays = new Map<string, Set<() => void>>();

/**
 * Publishes a service's outbox: one replica at a time, in the order of positions, each event until JetStream has acknowledged it.
 * A position is stored before its event is published, so a relay that dies in between publishes it again under the same id and
 * the same number.
 */
export const relayOutbox = ({ bus, log, service, locks, pollMs = defaultPollMs }: RelayOptions): Relay => {
  let pending = 0;
  let oldestSeconds = 0;

  const round = async (): Promise<void> => {
    do {
      const lock = await locks.tryLock('relay');
      if (lock === undefined) {
        [pending, oldestSeconds] = [0, 0];
        return;
      }
      await numberRows(lock);
      ({ pending, oldestSeconds } = await backlogOf(lock));
      if (pending > 0) await publishWindow(bus, lock, service);
    } while (pending > windowSize);
  };

  const { wake, stop } = startLoop({ name: 'relay', everyMs: pollMs, run: round, maxBackoffMs }, { log, locks });
  const local = localRelays.get(service) ?? new Set();
  localRelays.set(service, local.add(wake));
  const forgetReconnect = bus.onReconnect(wake);
  const endBroadcast = onBroadcast(bus, wakeName(service), z.unknown(), wake);
  const endGauges = [
    gauge('freight_outbox_pending', { description: 'Events not yet acknowledged by JetStream' }, () => pending),
    gauge('freight_outbox_age', { description: 'Age of the oldest such event', unit: 's' }, () => oldestSeconds),
  ];

  return {
    stop: async () => {
      endBroadcast();
      forgetReconnect();
      local.delete(wake);
      const flushed = stop().then(round);
      await Promise.race([flushed, delay(flushPatienceMs, undefined, { ref: false })]).catch((error: unknown) =>
        log.warn({ err: error }, 'outbox not flushed; the next relay goes on'),
      );
      for (const endGauge of endGauges) endGauge();
    },
  };
};

/** Makes the service's relay look at once, in whichever replica it is active. Call it after the commit. */
export const wakeRelay = (bus: Bus, service: ServiceName): void => {
  for (const wake of localRelays.get(service) ?? []) wake();
  broadcast(bus, wakeName(service), null);
};

const wakeName = (service: ServiceName): string => `outbox.${service}`;

/**
 * Gives positions to the rows that have none. It runs on the connection that holds the lock, so two relays never number at one
 * time; a row that becomes visible later gets a later position, whatever its id.
 */
const numberRows = async (lock: HeldLock): Promise<void> => {
  let numbered: { n: number }[];
  do {
    numbered = await lock.query<{ n: number }>(
      `with fresh as (
         select id, row_number() over (order by id) as n from outbox where position is null order by id limit $1
       ), head as (
         update outbox_head set position = position + (select count(*) from fresh)
         where exists (select from fresh)
         returning position - (select count(*) from fresh) as base
       )
       update outbox set position = head.base + fresh.n
       from fresh, head where outbox.id = fresh.id
       returning 1 as n`,
      [windowSize],
    );
  } while (numbered.length === windowSize);
};

const backlogOf = async (lock: HeldLock): Promise<{ pending: number; oldestSeconds: number }> => {
  const [backlog] = await lock.query<{ pending: number; oldestSeconds: number }>(
    `select head.position - head.published_position as pending,
            coalesce(extract(epoch from now() - oldest.created_at), 0)::float8 as "oldestSeconds"
     from outbox_head head
     left join lateral (select created_at from outbox where position = head.published_position + 1 limit 1) oldest on true`,
  );
  return backlog ?? { pending: 0, oldestSeconds: 0 };
};

type OutboxRow = { position: number; event_id: string; subject: string; body: string; traceparent: string | null };

/** Publishes the next events side by side and moves the head past those acknowledged without a gap. */
const publishWindow = async (bus: Bus, lock: HeldLock, service: ServiceName): Promise<void> => {
  const rows = await lock.query<OutboxRow>(
    // A subquery instead of a join, so that the index is used from the first day, when the statistics know of no rows.
    `select position, event_id, subject, body, traceparent
     from outbox
     where position > (select published_position from outbox_head)
     order by position limit $1`,
    [windowSize],
  );
  const outcomes = await Promise.allSettled(rows.map((row) => publishRow(bus, service, row)));
  const failedAt = outcomes.findIndex(({ status }) => status === 'rejected');
  const acknowledged = failedAt === -1 ? rows : rows.slice(0, failedAt);
  const last = acknowledged.at(-1);
  if (last !== undefined) {
    relayed({ service }, acknowledged.length);
    await lock.query('update outbox_head set published_position = $1 where published_position < $1', [last.position]);
  }
  const failure = outcomes[failedAt];
  if (failure?.status === 'rejected') {
    // The usual reason is that JetStream lost its store; if it is another, this changes nothing.
    await restoreEventStream(bus).catch(() => {});
    throw failure.reason;
  }
};

const publishRow = (bus: Bus, service: ServiceName, { position, event_id, subject, body, traceparent }: OutboxRow) =>
  publishEvent(bus, {
    subject,
    messageId: event_id,
    headers: {
      'Freight-Source': service,
      'Freight-Position': String(position),
      ...(traceparent === null ? {} : { traceparent }),
    },
    body,
  });
