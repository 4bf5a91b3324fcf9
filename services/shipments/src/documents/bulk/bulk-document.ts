import type { Deps } from '../../deps.ts';
import type { BulkKind, Skipped } from '../document.tables.ts';
import { keepPieces } from '../pieces.ts';
import type { StoredDocument } from '../stored-document.ts';
import { zipInvoices } from './archive-invoices.ts';
import { bulkKey, getBulkDownload } from './bulk-download.store.ts';
import { mergeShipmentLabels } from './merge-shipment-labels.ts';

export type BulkRequest = { organizationId: string; id: string; kind: BulkKind; shipmentIds: readonly string[] };

/** What a file came to hold, and what it could not. */
export type BulkResult = { included: string[]; skipped: Skipped[] };

/** Makes the file of booked shipments and keeps it. Never more than one piece of it is in memory beside the documents at work. */
export const makeBulkDocument = async (deps: Deps, request: BulkRequest): Promise<BulkResult> => {
  const result: BulkResult = { included: [], skipped: [] };
  const bytes =
    request.kind === 'labels' ? mergeShipmentLabels(deps, request, result) : zipInvoices(deps, request, result);
  await keepPieces(deps.storage.drawn, bulkKey(request), bytes);
  return result;
};

/**
 * The file behind a bulk link, made again from the list of its shipments if the storage lost it.
 *
 * @throws NOT_FOUND
 */
export const bulkDocument = async (deps: Deps, organizationId: string, id: string): Promise<StoredDocument> => {
  const { kind, shipment_ids: shipmentIds, created_at: createdAt } = await getBulkDownload(deps.db, organizationId, id);
  const name = `${kind}-${createdAt.toISOString().slice(0, 10)}`;
  return {
    ...(kind === 'labels'
      ? { contentType: 'application/pdf', fileName: `${name}.pdf` }
      : { contentType: 'application/zip', fileName: `${name}.zip` }),
    store: deps.storage.drawn,
    key: bulkKey({ organizationId, id }),
    restore: () => makeBulkDocument(deps, { organizationId, id, kind, shipmentIds }),
  };
};
