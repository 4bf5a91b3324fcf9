import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { waitForSchema } from './wait-for-schema.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test('waits for a migration that has not been applied yet, and ends when it has', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  const role = { name: 'freight_test_waiting', password: 'secret' };
  const url = new URL(database.adminUrl);
  url.username = role.name;
  url.password = role.password;
  const waited: string[] = [];
  const runMigrations = () => migrate({ adminUrl: database.adminUrl, schema: 'awaited', role, directory });
  let wasReady = false;

  await writeFile(join(directory, '0001_first.sql'), '-- expand\ncreate table first (id int);');
  await runMigrations();
  await writeFile(join(directory, '0002_second.sql'), '-- expand\ncreate table second (id int);');
  const ready = waitForSchema({
    url: url.toString(),
    schema: 'awaited',
    directory,
    retryMs: 5,
    onWait: (reason) => waited.push(reason),
  }).then(() => {
    wasReady = true;
  });
  await expect.poll(() => waited).toContain('0002_second.sql');
  expect(wasReady).toBe(false);
  await runMigrations();
  await ready;
  expect(wasReady).toBe(true);
});
