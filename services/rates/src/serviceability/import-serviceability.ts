import { importServiceability } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { maxAgeMsOf } from './max-age.ts';
import { parseServiceCsv } from './parse-service-csv.ts';
import { markComplete, writeServices } from './serviceability.store.ts';

export const importServiceabilityHandler = implement(
  importServiceability,
  async ({ db, config, now, announceChange }: Deps, _context, { carrierId, csv, isComplete }) => {
    const rows = parseServiceCsv(csv);
    await db.transaction().execute(async (trx) => {
      await writeServices(trx, carrierId, rows, { source: 'csv', maxAgeMs: maxAgeMsOf(config) });
      const pincodes = rows.map(({ pincode }) => pincode);
      if (isComplete) await markComplete(trx, carrierId, pincodes);
    });
    await announceChange();
    const served = rows.filter(({ flags }) => flags > 0).length;
    return { carrierId, pincodes: rows.length, served, importedAt: now().toISOString() };
  },
);
