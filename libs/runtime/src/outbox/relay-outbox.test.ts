import { defineEvent, eventStream } from '@freight/contracts';
import type { Database } from '@freight/database';
import {
  type Bus,
  connectBus,
  consumeEvents,
  type EventConsumption,
  type EventMessage,
  ensureEventStream,
  jetstreamApi,
} from '@freight/messaging';
import { createLogger, runWithTrace } from '@freight/telemetry';
import { eventually, testNatsUrl } from '@freight/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSessionLocks, type SessionLocks } from '../session-locks.ts';
import { numbers, type TestSchemas, type TestTables, testSchemas } from '../test-schemas.fixture.ts';
import { appendEvents } from './append-events.ts';
import { newEvent, type OutboxEvent } from './new-event.ts';
import { type Relay, relayOutbox, wakeRelay } from './relay-outbox.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const parcelMoved = defineEvent({
  aggregate: 'parcels',
  source: 'shipments',
  names: ['moved'],
  data: z.object({ number: z.int() }),
});

let servers: string;
let schemas: TestSchemas;
let bus: Bus;
let database: Database<TestTables>;
let consumption: EventConsumption;
let heard: EventMessage[];
let schemaNumber = 0;
const started: { relay: Relay; locks: SessionLocks }[] = [];

beforeAll(async () => {
  servers = await testNatsUrl();
  schemas = await testSchemas();
});

afterAll(() => schemas.drop());

beforeEach(async () => {
  heard = [];
  schemaNumber += 1;
  database = await schemas.open(`relay_${schemaNumber}`);
  bus = await connectBus({ servers, service: 'shipments', log });
  await ensureEventStream(bus, { maxBytes: 10_000_000, maxAgeMs: 3_600_000, replicas: 1 });
  consumption = consumeEvents(bus, {
    durable: `reader_${schemaNumber}`,
    filterSubjects: [`freight.events.v1.parcels.org_${schemaNumber}.>`],
    concurrency: 1,
    onMessage: async (message) => {
      heard.push(message);
      return 'done';
    },
  });
});

afterEach(async () => {
  for (const { relay, locks } of started.splice(0)) {
    await relay.stop();
    locks.close();
  }
  await consumption.stop();
  await bus.close();
});

const startRelay = () => {
  const locks = createSessionLocks(database.pool, log);
  const relay = relayOutbox({ bus, log, service: 'shipments', locks, pollMs: 50 });
  started.push({ relay, locks });
  return { relay, locks };
};

const event = (number: number): OutboxEvent =>
  newEvent(parcelMoved, {
    name: 'moved',
    organizationId: `org_${schemaNumber}`,
    subject: 'prc_1',
    version: number,
    data: { number },
  });

const append = (...events: OutboxEvent[]) => database.db.transaction().execute((trx) => appendEvents(trx, events));
const heardPositions = () => heard.map(({ header }) => Number(header('Freight-Position')));
const sequence = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe('the relay', () => {
  test('publishes what was appended, as it was written, with its position, source and trace', async () => {
    startRelay();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const moved = runWithTrace(traceparent, () => event(1));
    await append({ ...moved, traceparent });
    wakeRelay(bus, 'shipments');
    await eventually(() => expect(heard).toHaveLength(1));
    const [message] = heard;
    expect(message?.body).toBe(moved.body);
    expect(['Freight-Position', 'Freight-Source', 'Nats-Msg-Id', 'traceparent'].map(message?.header ?? String)).toEqual(
      ['1', 'shipments', moved.eventId, traceparent],
    );
  });

  test('numbers without gaps and publishes in that order under concurrent transactions, rolled back ones included', async () => {
    startRelay();
    const transactions = sequence(120).map((number) =>
      database.db
        .transaction()
        .execute(async (trx) => {
          await appendEvents(trx, [event(number)]);
          if (number % 4 === 0) throw new Error('rolled back');
        })
        .catch(() => {}),
    );
    await Promise.all(transactions);
    await eventually(() => expect(heard).toHaveLength(90));
    expect(heardPositions()).toEqual(sequence(90));
  });

  test('gives a transaction that commits late a later position, though its id is smaller', async () => {
    startRelay();
    const gate = Promise.withResolvers<void>();
    const appended = Promise.withResolvers<void>();
    const slow = event(1);
    const late = database.db.transaction().execute(async (trx) => {
      await appendEvents(trx, [slow]);
      appended.resolve();
      await gate.promise;
    });
    await appended.promise;
    await append(event(2));
    await eventually(() => expect(heardPositions()).toEqual([1]));
    gate.resolve();
    await late;
    await eventually(() => expect(heardPositions()).toEqual([1, 2]));
    expect(heard[1]?.header('Nats-Msg-Id')).toBe(slow.eventId);
  });

  test('publishes again, once and under the same number, what was numbered but not acknowledged before a crash', async () => {
    await append(event(1), event(2), event(3));
    await database.pool.query('update outbox set position = id; update outbox_head set position = 3');
    startRelay();
    await eventually(() => expect(heardPositions()).toEqual([1, 2, 3]));
    await database.pool.query('update outbox_head set published_position = 1');
    await eventually(async () =>
      expect(await numbers(database, 'select published_position from outbox_head')).toEqual([3]),
    );
    await append(event(4));
    await eventually(() => expect(heardPositions()).toEqual([1, 2, 3, 4]));
  });

  test('is active in one replica at a time, and another takes over', async () => {
    const first = startRelay();
    await append(event(1));
    await eventually(() => expect(heardPositions()).toEqual([1]));
    const second = startRelay();
    await expect(second.locks.tryLock('relay')).resolves.toBeUndefined();
    await first.relay.stop();
    first.locks.close();
    await append(event(2));
    await eventually(() => expect(heardPositions()).toEqual([1, 2]));
  });

  test('goes on when its connection to the database is killed', async () => {
    startRelay();
    await append(event(1));
    await eventually(() => expect(heardPositions()).toEqual([1]));
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()",
    );
    await append(event(2));
    await eventually(() => expect(heardPositions()).toEqual([1, 2]));
  });

  test('publishes what is left before it stops', async () => {
    const { relay } = startRelay();
    await append(event(1), event(2));
    await relay.stop();
    expect(await numbers(database, 'select published_position from outbox_head')).toEqual([2]);
  });

  test('makes the stream again when it vanished, and publishes what is left', async () => {
    startRelay();
    await append(event(1));
    await eventually(() => expect(heardPositions()).toEqual([1]));
    await jetstreamApi(bus, `STREAM.DELETE.${eventStream.name}`);
    await append(event(2));
    await eventually(async () =>
      expect(await numbers(database, 'select published_position from outbox_head')).toEqual([2]),
    );
    // At worst the consumer learns of it by missing heartbeats, after seven seconds.
    await eventually(() => expect(heardPositions()).toEqual([1, 2]), 20_000);
  });

  test('refuses an event that would not fit on the bus, in the transaction of its cause', async () => {
    const huge = { ...event(1), body: 'x'.repeat(600_000) };
    await expect(append(huge)).rejects.toThrow(/outbox_body_check/);
  });
});
