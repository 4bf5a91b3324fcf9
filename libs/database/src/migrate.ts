import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

export type MigrateOptions = {
  /** Connection of a role that may create schemas and roles. */
  adminUrl: string;
  /** The service's schema; created when missing. */
  schema: string;
  /** The service's own role; created when missing. It can use its schema and nothing else. */
  role: { name: string; password: string };
  /** Folder of `0001_what.sql` files. */
  directory: string;
};

export type AppliedMigration = { schema: string; file: string };

/**
 * Brings a service's schema up to date. Migrations are numbered and forward-only, and each says on its first line whether it
 * expands (`-- expand`: the release before this one keeps working on the new schema) or contracts (`-- contract: <reason>`,
 * one release later at the earliest). A file that was changed after it ran is refused. `{{role}}` in the SQL stands for the
 * service's role. Safe to run twice and by several at once.
 *
 * @returns the files applied by this run, in order
 */
export const migrate = async (options: MigrateOptions): Promise<AppliedMigration[]> => {
  const files = await readMigrations(options.directory);
  const client = new pg.Client({ connectionString: options.adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    // Roles belong to the whole server, so two schemas must not create theirs at the same moment either.
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureRole(client, options);
    return await applyMissing(client, options, files);
  } finally {
    await client.end();
  }
};

/** Any number that nothing else on the server locks; the bytes spell `frei`. */
const migrationLock = 0x66726569;

type Migration = { file: string; sql: string; checksum: string };

const readMigrations = async (directory: string): Promise<Migration[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file, index) => {
      const sql = await readFile(join(directory, file), 'utf8');
      if (!file.startsWith(`${String(index + 1).padStart(4, '0')}_`)) {
        throw new Error(`${join(directory, file)}: migrations are numbered from 0001 without gaps`);
      }
      if (!/^-- (expand|contract: .+)$/m.test(sql.split('\n', 1)[0] ?? '')) {
        throw new Error(`${join(directory, file)}: the first line must be "-- expand" or "-- contract: <reason>"`);
      }
      return { file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const ensureRole = async (client: pg.Client, { schema, role }: MigrateOptions): Promise<void> => {
  const name = client.escapeIdentifier(role.name);
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role.name]);
  const verb = known.rowCount === 0 ? 'create' : 'alter';
  await client.query(`${verb} role ${name} login password ${client.escapeLiteral(role.password)}`);
  const own = client.escapeIdentifier(schema);
  await client.query(`create schema if not exists ${own}`);
  await client.query(`grant usage on schema ${own} to ${name}`);
  await client.query('revoke create on schema public from public');
};

const applyMissing = async (
  client: pg.Client,
  { schema, role, directory }: MigrateOptions,
  files: Migration[],
): Promise<AppliedMigration[]> => {
  const own = client.escapeIdentifier(schema);
  const name = client.escapeIdentifier(role.name);
  await client.query(`set search_path to ${own}`);
  await client.query(
    'create table if not exists migrations (file text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  // A service may see how far its schema is (`waitForSchema`), and change nothing of it.
  await client.query(`grant select on migrations to ${name}`);
  const { rows } = await client.query<{ file: string; checksum: string }>('select file, checksum from migrations');
  const applied = new Map(rows.map((row) => [row.file, row.checksum]));
  const fresh: AppliedMigration[] = [];
  for (const { file, sql, checksum } of files) {
    const before = applied.get(file);
    if (before === checksum) continue;
    if (before !== undefined) throw new Error(`${join(directory, file)} was changed after it had been applied`);
    await client.query('begin');
    try {
      await client.query(
        `alter default privileges in schema ${own} grant select, insert, update, delete on tables to ${name}`,
      );
      await client.query(`alter default privileges in schema ${own} grant usage, select on sequences to ${name}`);
      await client.query(sql.replaceAll('{{role}}', name));
      await client.query('insert into migrations (file, checksum) values ($1, $2)', [file, checksum]);
      await client.query(`revoke insert, update, delete on migrations from ${name}`);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`migration ${schema}/${file} failed: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    fresh.push({ schema, file });
  }
  return fresh;
};
