import { testDatabase } from '@freight/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ensureDatabase } from './ensure-database.ts';

test('a database is made once, and its address leads to it', async () => {
  const { adminUrl, drop } = await testDatabase();
  const name = `ensured ${process.pid}`;
  const url = await ensureDatabase(adminUrl, name);
  expect(await ensureDatabase(adminUrl, name)).toBe(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select current_database() as name');
  await client.end();
  expect(rows).toEqual([{ name }]);

  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database "${name}"`);
  await admin.end();
  await drop();
});
