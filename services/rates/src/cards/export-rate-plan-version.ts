import { exportRatePlanVersion } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { formatRatePlanCsv } from './format-rate-plan-csv.ts';
import { getVersionSource } from './rate-plan.store.ts';
import { ratePlanDocument } from './rate-plan-document.ts';

export const exportRatePlanVersionHandler = implement(
  exportRatePlanVersion,
  async ({ db }: Deps, _context, { id, version, format: wanted }) => {
    const stored = await getVersionSource(db, id, version);
    const format = wanted ?? stored.format;
    return {
      contentType: contentTypes[format],
      fileName: `${id}-${version}.${format}`,
      bytes: Buffer.from(textOf(stored, format)),
    };
  },
);

const contentTypes = { json: 'application/json', csv: 'text/csv; charset=utf-8' } as const;

const textOf = (stored: Awaited<ReturnType<typeof getVersionSource>>, format: 'json' | 'csv'): string => {
  if (format === stored.format && stored.source !== null) return stored.source;
  if (format === 'csv') return formatRatePlanCsv(ratePlanDocument.parse(stored.document));
  return JSON.stringify(stored.document, null, 2);
};
