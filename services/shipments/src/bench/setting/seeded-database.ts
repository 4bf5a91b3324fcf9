import { fileURLToPath } from 'node:url';
import { type Database, migrate, openDatabase } from '@freight/database';
import { startPostgres } from '@freight/local-stack';
import type { Tables } from '../../tables.ts';
import { seedShipments } from './seed-shipments.ts';

export const organizationCount = 200;

export type SeededDatabase = {
  /** As the owner of the tables, who may drop indexes; statements are named and pooled as in the service. */
  owner: Database<Tables>;
  /** Leaves the indexes that the first migrations made: what a create cost before lists were fast. */
  dropListIndexes: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A database of its own with seeded shipments, gone after `stop`; or the one at `url`, which was seeded by an earlier run. */
export const seededDatabase = async ({
  shipments,
  url,
}: {
  shipments: number;
  url?: string | undefined;
}): Promise<SeededDatabase> => {
  const postgres =
    url === undefined
      ? await startPostgres({ ephemeral: true, settings: { shared_buffers: '1GB', max_wal_size: '8GB' } })
      : { url, stop: async () => {} };
  const directory = fileURLToPath(new URL('../../../migrations', import.meta.url));
  const role = { name: 'shipments_bench', password: 'shipments_bench' };
  await migrate({ adminUrl: postgres.url, schema: 'shipments', role, directory });
  const owner = openDatabase<Tables>({
    url: postgres.url,
    schema: 'shipments',
    poolSize: 4,
    applicationName: 'bench',
    statementTimeoutMs: 3_600_000,
  });
  const { rows } = await owner.pool.query<{ is_empty: boolean }>(
    'select not exists (select from shipments) as is_empty',
  );
  if (rows[0]?.is_empty === true) await seedShipments(owner.pool, { shipments, organizations: organizationCount });
  return {
    owner,
    dropListIndexes: async () => {
      await owner.pool.query(`
        drop trigger keep_shipment_search on shipments;
        drop index shipments_by_payment_mode, shipments_by_carrier, shipments_with_awb, shipments_without_awb`);
    },
    stop: async () => {
      await owner.close();
      await postgres.stop();
    },
  };
};
