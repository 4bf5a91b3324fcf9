import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@freight/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const folderOf = async (files: Record<string, string>): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'));
  await Promise.all(Object.entries(files).map(([name, sql]) => writeFile(join(directory, name), sql)));
  return directory;
};

const role = { name: 'freight_test_migrate', password: 'secret' };
const run = (schema: string, directory: string) => migrate({ adminUrl: database.adminUrl, schema, role, directory });

const asRole = async (sql: string): Promise<unknown[]> => {
  const url = new URL(database.adminUrl);
  url.username = role.name;
  url.password = role.password;
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('migrate', () => {
  test('applies each file once, also when several processes start at the same moment', async () => {
    const directory = await folderOf({
      '0001_first.sql': '-- expand\ncreate table first (id int);',
      '0002_second.sql': '-- expand\ncreate table second (id int);',
    });
    const runs = await Promise.all([
      run('together', directory),
      run('together', directory),
      run('together', directory),
    ]);
    expect(runs.map((files) => files.length).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
    expect(await asRole('select count(*)::int as n from together.second')).toEqual([{ n: 0 }]);
  });

  test('refuses a file that was changed after it had been applied', async () => {
    const directory = await folderOf({ '0001_a.sql': '-- expand\ncreate table a (id int);' });
    await run('changed', directory);
    await writeFile(join(directory, '0001_a.sql'), '-- expand\ncreate table b (id int);');
    await expect(run('changed', directory)).rejects.toThrow('was changed after it had been applied');
  });

  test('leaves nothing of a file that fails half-way', async () => {
    const directory = await folderOf({ '0001_half.sql': '-- expand\ncreate table half (id int); select nonsense;' });
    await expect(run('halfway', directory)).rejects.toThrow('halfway/0001_half.sql');
    await expect(asRole('select 1 from halfway.half')).rejects.toThrow('does not exist');
  });

  test.each([
    ['0002_gap.sql', '-- expand\nselect 1;', 'without gaps'],
    ['0001_unmarked.sql', 'select 1;', 'first line'],
  ])('refuses %s: numbers have no gaps and the first line says expand or contract', async (file, sql, message) => {
    await expect(run('refused', await folderOf({ [file]: sql }))).rejects.toThrow(message);
  });

  test('a role can use its own schema and can neither read another nor change its own tables', async () => {
    await run('mine', await folderOf({ '0001_t.sql': '-- expand\ncreate table t (id int);' }));
    await migrate({
      adminUrl: database.adminUrl,
      schema: 'theirs',
      role: { name: 'freight_test_migrate_other', password: 'secret' },
      directory: await folderOf({ '0001_t.sql': '-- expand\ncreate table t (id int);' }),
    });
    await asRole('insert into mine.t values (1)');
    await expect(asRole('select * from theirs.t')).rejects.toThrow('permission denied for schema theirs');
    await expect(asRole('drop table mine.t')).rejects.toThrow('must be owner');
    await expect(asRole('create table mine.u (id int)')).rejects.toThrow('permission denied');
    await expect(asRole('delete from mine.migrations')).rejects.toThrow('permission denied');
  });
});
