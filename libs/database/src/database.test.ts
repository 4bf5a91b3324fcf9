import { type TestDatabase, testDatabase } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import { isUniqueViolation } from './errors.ts';

let clone: TestDatabase;
let database: Database<Record<string, never>>;
beforeAll(async () => {
  clone = await testDatabase();
  database = openDatabase({ url: clone.adminUrl, schema: 'public', poolSize: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});

describe('openDatabase', () => {
  test('runs a parametrised statement as one named prepared statement, however often it is called', async () => {
    for (const value of [1, 2, 3]) {
      await sql`select ${value}::int as prepared_once`.execute(database.db);
    }
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_prepared_statements where statement like '%prepared_once%'
    `.execute(database.db);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('reads bigint as a number and refuses one that a number cannot hold', async () => {
    const { rows } = await sql`select 9007199254740991::bigint as largest`.execute(database.db);
    expect(rows).toEqual([{ largest: Number.MAX_SAFE_INTEGER }]);
    await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow('safe integers');
  });

  test('fails a transaction whose connection is lost, and not the process', async () => {
    const two = openDatabase({ url: clone.adminUrl, schema: 'public', poolSize: 2, applicationName: 'test' });
    const broken = two.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await two.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await sql`select 1`.execute(trx);
    });
    await expect(broken).rejects.toThrow(/connection/i);
    await expect(sql`select 1`.execute(two.db)).resolves.toBeDefined();
    await two.close();
  });

  test('reads a date as the text it is, without a time zone moving it', async () => {
    const { rows } = await sql`select '2026-03-01'::date as day`.execute(database.db);
    expect(rows).toEqual([{ day: '2026-03-01' }]);
  });

  test('tells a broken unique constraint by its name', async () => {
    await sql`create table once (id int constraint once_only unique)`.execute(database.db);
    await sql`insert into once values (${1})`.execute(database.db);
    const error = await sql`insert into once values (${1})`.execute(database.db).catch((reason: unknown) => reason);
    expect(isUniqueViolation(error, 'once_only')).toBe(true);
    expect(isUniqueViolation(error, 'another')).toBe(false);
  });
});
