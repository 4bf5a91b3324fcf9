import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { namedStatements } from './named-statements.ts';
import { typeParsers } from './type-parsers.ts';

export type DatabaseOptions = {
  /** `postgres://role:password@host:port/database` of the service's own role. */
  url: string;
  /** The service's schema; it is the whole search path, so no query names it and none can miss it. */
  schema: string;
  /** Connections, at most 8: on two cores 32 were slower than 8 for every statement measured. */
  poolSize: number;
  applicationName: string;
  /** A statement that runs longer is cancelled by the server, in milliseconds. */
  statementTimeoutMs?: number;
  /** Waiting for a row lock longer than this fails the statement, in milliseconds. */
  lockTimeoutMs?: number;
  onError?: (error: Error) => void;
};

export type Database<Tables> = {
  db: Kysely<Tables>;
  /** For what Kysely cannot say: session locks on a connection of one's own. */
  pool: pg.Pool;
  close: () => Promise<void>;
};

/** Either the database or an open transaction: the first argument of every store function. */
export type Db<Tables> = Kysely<Tables>;

const maxPoolSize = 8;

/**
 * Opens a pool and a Kysely instance over it. Every statement runs as a named prepared statement; bigint and count arrive as
 * numbers, dates without time as text. A lost connection is reported and replaced, never thrown into the process.
 */
export const openDatabase = <Tables>(options: DatabaseOptions): Database<Tables> => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: Math.min(options.poolSize, maxPoolSize),
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    types: typeParsers,
    options: [
      `-c search_path=${options.schema}`,
      `-c statement_timeout=${options.statementTimeoutMs ?? 15_000}`,
      `-c lock_timeout=${options.lockTimeoutMs ?? 5_000}`,
      '-c idle_in_transaction_session_timeout=30000',
    ].join(' '),
  });
  pool.on('error', (error) => options.onError?.(error));
  // The pool listens to its idle clients only: one that is lost in the middle of a transaction would end the process. The
  // transaction hears of it by its next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: namedStatements(pool) }) });
  return { db, pool, close: () => db.destroy() };
};
