import { createLogger } from '@freight/telemetry';
import { eventually } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSessionLocks } from './session-locks.ts';
import { type TestSchemas, testSchemas } from './test-schemas.fixture.ts';

const log = createLogger({ service: 'tests', level: 'silent' });

let schemas: TestSchemas;
beforeAll(async () => {
  schemas = await testSchemas();
});
afterAll(() => schemas.drop());

test('all locks share one connection, which is given one statement at a time', async () => {
  const warnings: string[] = [];
  process.on('warning', ({ message }) => warnings.push(message));
  const database = await schemas.open('shipments');
  const locks = createSessionLocks(database.pool, log);
  const pids = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      const held = await locks.tryLock(`lock ${number}`);
      return held?.query<{ pid: number }>('select pg_backend_pid() as pid');
    }),
  );
  expect(new Set(pids.flat().map((row) => row?.pid)).size).toBe(1);
  // pg warns of a statement that comes while another runs on the same connection; from pg 9 on it refuses it.
  expect(warnings).toEqual([]);
  locks.close();
});

test('a statement that fails leaves the locks and the statements after it alone', async () => {
  const database = await schemas.open('shipments');
  const locks = createSessionLocks(database.pool, log);
  const held = await locks.tryLock('loop');
  const failing = held?.query('select nonsense');
  const next = held?.query<{ one: number }>('select 1 as one');
  await expect(failing).rejects.toThrow('nonsense');
  expect(await next).toEqual([{ one: 1 }]);
  expect(held?.isHeld()).toBe(true);
  locks.close();
});

test('one of two processes has a lock; the other gets it when the first ends', async () => {
  const database = await schemas.open('shipments');
  const [first, second] = [createSessionLocks(database.pool, log), createSessionLocks(database.pool, log)];
  expect(await first.tryLock('loop')).toBeDefined();
  expect(await second.tryLock('loop')).toBeUndefined();
  first.close();
  await eventually(async () => expect(await second.tryLock('loop')).toBeDefined());
  second.close();
});
