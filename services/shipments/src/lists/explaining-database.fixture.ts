import type { Database } from '@freight/database';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { z } from 'zod';
import type { Tables } from '../tables.ts';

export type Explaining = {
  db: Kysely<Tables>;
  /** What the statements run through `db` read since the last call. */
  takeScans: () => Scan[];
};

/** A node of a plan that reads a table: how, and by which index. */
export type Scan = { kind: string; table: string; index: string };

/** A database that has every statement explained before it runs it. */
export const explainingDatabase = ({ pool }: Database<Tables>): Explaining => {
  let scans: Scan[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool: {
        options: pool.options,
        end: () => pool.end(),
        connect: async () => new ExplainingClient(pool, (more) => scans.push(...more)),
      },
    }),
  });
  return {
    db,
    takeScans: () => {
      const taken = scans;
      scans = [];
      return taken;
    },
  };
};

class ExplainingClient implements PostgresPoolClient {
  readonly #pool: Database<Tables>['pool'];
  readonly #onScans: (scans: Scan[]) => void;

  constructor(pool: Database<Tables>['pool'], onScans: (scans: Scan[]) => void) {
    this.#pool = pool;
    this.#onScans = onScans;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('this pool has no cursors');
    return this.#explainAndRun(text, [...parameters]);
  }

  release(): void {}

  async #explainAndRun(text: string, values: unknown[]): Promise<unknown> {
    const { rows } = await this.#pool.query(`explain (format json) ${text}`, values);
    const plans = explanation.parse(rows).flatMap((row) => row['QUERY PLAN']);
    this.#onScans(plans.flatMap(({ Plan }) => scansOf(Plan)));
    return this.#pool.query(text, values);
  }
}

const node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  get Plans() {
    return z.array(node).optional();
  },
});
const explanation = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: node })) }));

const scansOf = (plan: z.output<typeof node>): Scan[] => [
  ...(plan['Node Type'].includes('Scan') && !['CTE Scan', 'Function Scan', 'Subquery Scan'].includes(plan['Node Type'])
    ? [{ kind: plan['Node Type'], table: plan['Relation Name'] ?? '', index: plan['Index Name'] ?? '' }]
    : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
];
