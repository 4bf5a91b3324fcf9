import { type Database, openDatabase } from '@freight/database';
import { testDatabase } from '@freight/testing';
import { sql } from 'kysely';
import { messagingTablesSql } from './outbox/messaging-tables.ts';

export type TestTables = {
  effects: { event_id: string; position: number };
};

export type TestSchemas = {
  /** The messaging tables and a table `effects` in a schema of this name. */
  open: (schema: string) => Promise<Database<TestTables>>;
  drop: () => Promise<void>;
};

/** A database for tests of this library, in which each service they play has a schema with the messaging tables. */
export const testSchemas = async (): Promise<TestSchemas> => {
  const { adminUrl, drop } = await testDatabase();
  const opened: Database<TestTables>[] = [];
  return {
    open: async (schema) => {
      const database = openDatabase<TestTables>({ url: adminUrl, schema, poolSize: 8, applicationName: schema });
      opened.push(database);
      const { rowCount } = await database.pool.query('select from pg_namespace where nspname = $1', [schema]);
      if (rowCount === 0) {
        await database.pool.query(
          `create schema ${schema};${messagingTablesSql};create table effects (event_id text, position bigint)`,
        );
      }
      return database;
    },
    drop: async () => {
      await Promise.all(opened.map((database) => database.close()));
      await drop();
    },
  };
};

/** Numbers of the statement's only column. */
export const numbers = async (database: Database<TestTables>, statement: string): Promise<number[]> => {
  const { rows } = await sql<{ n: number }>`select n::float8 as n from (${sql.raw(statement)}) numbers (n)`.execute(
    database.db,
  );
  return rows.map(({ n }) => n);
};
