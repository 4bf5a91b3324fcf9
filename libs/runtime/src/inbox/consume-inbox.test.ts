import { defineEvent, eventStream } from '@freight/contracts';
import type { Database } from '@freight/database';
import { type Bus, connectBus, ensureEventStream, jetstreamApi, serve } from '@freight/messaging';
import { createLogger } from '@freight/telemetry';
import { eventually, testNatsUrl } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appendEvents } from '../outbox/append-events.ts';
import { newEvent } from '../outbox/new-event.ts';
import { serveOutbox } from '../outbox/read-outbox.ts';
import { type Relay, relayOutbox } from '../outbox/relay-outbox.ts';
import { createSessionLocks, type SessionLocks } from '../session-locks.ts';
import { numbers, type TestSchemas, type TestTables, testSchemas } from '../test-schemas.fixture.ts';
import { type EventHandler, EventRejected } from './apply-event.ts';
import { consumeInbox, type InboxConsumption } from './consume-inbox.ts';
import { listDeadLetters, retryDeadLetter } from './dead-letters.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const parcelMoved = defineEvent({
  aggregate: 'parcels',
  source: 'shipments',
  names: ['moved', 'ignored'],
  data: z.object({ number: z.int() }),
});

let schemas: TestSchemas;
let owner: Database<TestTables>;
let reader: Database<TestTables>;
let ownerBus: Bus;
let readerBus: Bus;
let relay: Relay | undefined;
let consumption: InboxConsumption | undefined;
let locks: SessionLocks[];
let schemaNumber = 0;

beforeAll(async () => {
  schemas = await testSchemas();
});

afterAll(() => schemas.drop());

beforeEach(async () => {
  schemaNumber += 1;
  owner = await schemas.open(`owner_${schemaNumber}`);
  reader = await schemas.open(`reader_${schemaNumber}`);
  const servers = await testNatsUrl();
  ownerBus = await connectBus({ servers, service: 'shipments', log });
  readerBus = await connectBus({ servers, service: 'webhooks', log });
  await ensureEventStream(ownerBus, { maxBytes: 10_000_000, maxAgeMs: 3_600_000, replicas: 1 });
  serve(ownerBus, [serveOutbox('shipments')], { db: owner.db }, { log, checkOutput: true });
  await ownerBus.flush();
  locks = [createSessionLocks(owner.pool, log), createSessionLocks(reader.pool, log)];
});

afterEach(async () => {
  await relay?.stop();
  await consumption?.stop();
  [relay, consumption] = [undefined, undefined];
  for (const lock of locks) lock.close();
  await ownerBus.close();
  await readerBus.close();
});

const lockOf = (index: number): SessionLocks => {
  const lock = locks[index];
  if (lock === undefined) throw new Error('no such locks');
  return lock;
};

const startRelay = () => {
  relay = relayOutbox({ bus: ownerBus, log, service: 'shipments', locks: lockOf(0), pollMs: 20 });
};

const recordEffect: EventHandler<TestTables> = async (trx, event, { position }) => {
  await trx.insertInto('effects').values({ event_id: event.id, position }).execute();
};

const consume = (handle: EventHandler<TestTables> = recordEffect) => {
  consumption = consumeInbox({
    db: reader.db,
    bus: readerBus,
    log,
    service: 'webhooks',
    locks: lockOf(1),
    sources: ['shipments'],
    subjects: ['freight.events.v1.parcels.*.moved'],
    handle,
    reconcileEveryMs: 100,
    retryDelaysMs: [1, 1],
  });
};

const append = (numbersToAppend: number[], name: 'moved' | 'ignored' = 'moved') =>
  owner.db.transaction().execute((trx) =>
    appendEvents(
      trx,
      numbersToAppend.map((number) =>
        newEvent(parcelMoved, { name, organizationId: 'org_1', subject: 'prc_1', version: number, data: { number } }),
      ),
    ),
  );

/** Numbers rows as a relay does that dies before it publishes them. */
const numberWithoutPublishing = () =>
  owner.pool.query('update outbox set position = id; update outbox_head set position = (select max(id) from outbox)');

const effects = () => numbers(reader, 'select position from effects order by position');
const cursor = () => numbers(reader, 'select position from inbox_cursor');

describe('an announced event', () => {
  test('has its effect once, and the cursor follows, events of other subjects included', async () => {
    startRelay();
    consume();
    await append([1, 2]);
    await append([3], 'ignored');
    await append([4]);
    await append([5], 'ignored');
    await eventually(async () => expect(await effects()).toEqual([1, 2, 4]));
    await eventually(async () => expect(await cursor()).toEqual([5]));
  });

  test('has its effect once though it is delivered again', async () => {
    startRelay();
    consume();
    await append([1, 2]);
    await eventually(async () => expect(await effects()).toEqual([1, 2]));
    // The consumer that takes its place starts from the beginning; events of one parcel come in order, so 3 comes last.
    await jetstreamApi(readerBus, `CONSUMER.DELETE.${eventStream.name}.webhooks`);
    await append([3]);
    await eventually(async () => expect(await effects()).toContain(3));
    expect(await effects()).toEqual([1, 2, 3]);
  });

  test('whose handler fails leaves no trace of the failed tries', async () => {
    let tries = 0;
    startRelay();
    consume(async (trx, event, meta) => {
      await recordEffect(trx, event, meta);
      tries += 1;
      if (tries < 3) throw new Error('not yet');
    });
    await append([1]);
    await eventually(async () => expect(await effects()).toEqual([1]));
    expect(tries).toBe(3);
  });

  test('that JetStream never had is fetched from its owner', async () => {
    await append([1, 2, 3]);
    await numberWithoutPublishing();
    consume();
    await eventually(async () => expect(await effects()).toEqual([1, 2, 3]));
    await eventually(async () => expect(await cursor()).toEqual([3]));
  });

  test('that is missing between others is fetched from its owner', async () => {
    await append([1, 2, 3]);
    await numberWithoutPublishing();
    await reader.pool.query(
      `insert into inbox (source, event_id, position) values ('shipments', $1, 1), ('shipments', $2, 3)`,
      await eventIdsAt(1, 3),
    );
    consume();
    await eventually(async () => expect(await effects()).toEqual([2]));
    await eventually(async () => expect(await cursor()).toEqual([3]));
  });

  test('reaches its consumer though the stream was deleted before it was read', async () => {
    startRelay();
    await append(Array.from({ length: 120 }, (_, index) => index + 1));
    await eventually(async () =>
      expect(await numbers(owner, 'select published_position from outbox_head')).toEqual([120]),
    );
    await jetstreamApi(ownerBus, `STREAM.DELETE.${eventStream.name}`);
    consume();
    await eventually(async () => expect(await effects()).toHaveLength(120));
    await append([121]);
    await eventually(async () => expect(await effects()).toHaveLength(121));
  });
});

describe('an event that cannot be handled', () => {
  const poisonous: EventHandler<TestTables> = async (trx, event, meta) => {
    if (meta.position === 1) throw new Error('poison');
    if (meta.position === 2) throw new EventRejected('will never work');
    await recordEffect(trx, event, meta);
  };

  test('is laid aside with its reason after the last try, and others flow', async () => {
    startRelay();
    consume(poisonous);
    await append([1, 2, 3, 4]);
    await eventually(async () => expect(await effects()).toEqual([3, 4]));
    await eventually(async () => {
      const { deadLetters, total } = await listDeadLetters(reader.db, { limit: 10 });
      expect(total).toBe(2);
      expect(
        deadLetters.map(({ position, reason, attempts }) => ({ position, reason, attempts })).toSorted(byPosition),
      ).toEqual([
        { position: 1, reason: 'Error: poison', attempts: 3 },
        { position: 2, reason: 'EventRejected: will never work', attempts: 1 },
      ]);
    });
    await eventually(async () => expect(await cursor()).toEqual([4]));
  });

  test('has its effect when an operator retries it, and stays when that fails', async () => {
    startRelay();
    consume(poisonous);
    await append([1]);
    await eventually(async () => expect((await listDeadLetters(reader.db, { limit: 1 })).total).toBe(1));
    const [letter] = (await listDeadLetters(reader.db, { limit: 1 })).deadLetters;
    const id = letter?.id ?? 0;
    await expect(retryDeadLetter(reader.db, id, poisonous)).rejects.toThrow('poison');
    expect((await listDeadLetters(reader.db, { limit: 1 })).total).toBe(1);
    await retryDeadLetter(reader.db, id, recordEffect);
    expect(await effects()).toEqual([1]);
    expect((await listDeadLetters(reader.db, { limit: 1 })).total).toBe(0);
    await expect(retryDeadLetter(reader.db, id, recordEffect)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

const byPosition = (a: { position: number }, b: { position: number }): number => a.position - b.position;

const eventIdsAt = async (...positions: number[]): Promise<string[]> => {
  const { rows } = await sql<{ event_id: string }>`
    select event_id from outbox where position = any(${positions}) order by position`.execute(owner.db);
  return rows.map(({ event_id }) => event_id);
};
