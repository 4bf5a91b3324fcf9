import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Tables } from '../../tables.ts';

/** Stand for what pgbench makes up for each transaction. */
export const anyOrganization = '@organization@';
export const anyAttempt = '@attempt@';

/**
 * The statements that a function of a store sends, as a script for pgbench: caught on their way, so that both sides of the
 * benchmark run the same text. `wallets` organizations are named org_1 … org_n.
 */
export const pgbenchScript = async (
  wallets: number,
  run: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string> => {
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => {
      statements.push(sql.replaceAll(/\$(\d+)/g, (_, number) => literalOf(parameters[Number(number) - 1])));
    },
  });
  await run(db);
  const setup = [`\\set wallet random(1, ${wallets})`, '\\set attempt random(1, 9000000000000000)'];
  return [...setup, ...statements.map((statement) => `${statement.replaceAll(/\s+/g, ' ').trim()};`)].join('\n');
};

const literalOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Ids are made for each row; everything else is the same text each time.
  if (/^(jnl|rsv)_/.test(text)) return `'${text.slice(0, 4)}' || gen_random_uuid()::text`;
  const quoted = `'${text.replaceAll("'", "''")}'`;
  const filled = quoted
    .replaceAll(anyOrganization, "' || 'org_' || :wallet::text || '")
    .replaceAll(anyAttempt, "' || :attempt::text || '");
  return filled === quoted ? quoted : `(${filled})`;
};
