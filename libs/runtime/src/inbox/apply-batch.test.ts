import type { Database } from '@freight/database';
import { createLogger } from '@freight/telemetry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { numbers, type TestSchemas, type TestTables, testSchemas } from '../test-schemas.fixture.ts';
import { createBatchApplier, type EventBatchHandler } from './apply-batch.ts';
import { createApplier, EventRejected, type HeardEvent } from './apply-event.ts';

const log = createLogger({ service: 'tests', level: 'silent' });

let schemas: TestSchemas;
let reader: Database<TestTables>;
let batches: number[];
let schemaNumber = 0;

beforeAll(async () => {
  schemas = await testSchemas();
});
afterAll(() => schemas.drop());
beforeEach(async () => {
  schemaNumber += 1;
  reader = await schemas.open(`batch_${schemaNumber}`);
  batches = [];
});

const heard = (position: number, change: Partial<HeardEvent> = {}): HeardEvent => ({
  source: 'shipments',
  eventId: `evt_${position}`,
  position,
  subject: 'freight.events.v1.parcels.org_1.moved',
  body: JSON.stringify({
    specversion: '1.0',
    id: `evt_${position}`,
    source: '/services/shipments',
    type: 'freight.v1.parcels.moved',
    subject: `shp_${position}`,
    time: '2026-11-21T12:00:00.000Z',
    datacontenttype: 'application/json',
    organizationid: 'org_1',
    version: 1,
    data: {},
  }),
  traceparent: null,
  ...change,
});

const record: EventBatchHandler<TestTables> = async (trx, events) => {
  batches.push(events.length);
  const effects = events.map(({ event, meta }) => ({ event_id: event.id, position: meta.position }));
  await trx.insertInto('effects').values(effects).execute();
};

const applierOf = (handleBatch: EventBatchHandler<TestTables>) => {
  const { db } = reader;
  const single = createApplier<TestTables>({
    db,
    log,
    handle: (trx, event, meta) => handleBatch(trx, [{ event, meta }]),
  });
  return createBatchApplier({ db, log, handleBatch, single });
};
const effects = () => numbers(reader, 'select position from effects order by position');

test('events that come while a transaction is under way share the next one', async () => {
  const gate = Promise.withResolvers<void>();
  const apply = applierOf(async (trx, events) => {
    await gate.promise;
    return record(trx, events);
  });
  const first = apply(heard(1));
  await Promise.resolve();
  const others = [2, 3, 4].map((position) => apply(heard(position)));
  gate.resolve();
  expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 4 }, () => ({ outcome: 'done' })));
  expect(batches).toEqual([1, 3]);
  expect(await effects()).toEqual([1, 2, 3, 4]);
});

test('an event that is heard again is a duplicate and has no second effect, alone or among others', async () => {
  const apply = applierOf(record);
  await apply(heard(1));
  expect(await Promise.all([apply(heard(1)), apply(heard(2))])).toEqual([
    { outcome: 'duplicate' },
    { outcome: 'done' },
  ]);
  expect(await apply(heard(1))).toEqual({ outcome: 'duplicate' });
  expect(await effects()).toEqual([1, 2]);
});

test('an event that cannot be read goes to the dead letters, and the others of its batch have their effect', async () => {
  const apply = applierOf(record);
  const results = await Promise.all([apply(heard(1)), apply(heard(2, { body: '{}' })), apply(heard(3))]);
  expect(results).toEqual([{ outcome: 'done' }, { outcome: 'dead' }, { outcome: 'done' }]);
  expect(await effects()).toEqual([1, 3]);
  expect(await numbers(reader, 'select position from dead_letters')).toEqual([2]);
});

test('an event whose handler fails is to be tried again, and leaves no trace in the batch that it broke', async () => {
  const apply = applierOf(async (trx, events) => {
    await record(trx, events);
    if (events.some(({ event }) => event.id === 'evt_2')) throw new Error('not now');
  });
  const results = await Promise.all([1, 2, 3].map((position) => apply(heard(position))));
  expect(results).toEqual([{ outcome: 'done' }, { outcome: 'retry', afterMs: 1_000 }, { outcome: 'done' }]);
  expect(await effects()).toEqual([1, 3]);
});

test('a handler that rejects an event for good lays aside that one only', async () => {
  const apply = applierOf(async (trx, events) => {
    if (events.some(({ event }) => event.id === 'evt_1')) throw new EventRejected('never');
    await record(trx, events);
  });
  expect(await Promise.all([apply(heard(1)), apply(heard(2))])).toEqual([{ outcome: 'dead' }, { outcome: 'done' }]);
});

test('what a handler wants done after the commit is done once for the batch, when the effects can be seen', async () => {
  const seen: Promise<number[]>[] = [];
  const apply = applierOf(async (trx, events) => {
    await record(trx, events);
    return () => void seen.push(effects());
  });
  await Promise.all([apply(heard(1)), apply(heard(2))]);
  expect(await Promise.all(seen)).toEqual([[1, 2]]);
});
