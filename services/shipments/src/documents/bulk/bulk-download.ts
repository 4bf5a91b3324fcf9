import { bulkDownload, newId } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../../deps.ts';
import type { BulkDownloadRow } from '../document.tables.ts';
import { linkLifetimeSeconds, presign } from '../presigned-link.ts';
import { makeBulkDocument } from './bulk-document.ts';
import { findBulkDownloadMadeBy, insertBulkDownload } from './bulk-download.store.ts';
import { sortOut } from './sort-out.ts';

/**
 * One file of up to 500 shipments' labels or invoices, in the order asked for. What cannot be in it is listed with the reason and
 * stops nothing. A request that is repeated under its Idempotency-Key hears of the same file.
 */
export const bulkDownloadHandler = implement(bulkDownload, async (deps: Deps, context, { shipmentIds, type }) => {
  const { organizationId, operationId } = context;
  const earlier = await findBulkDownloadMadeBy(deps.db, organizationId, operationId);
  if (earlier !== undefined) return answerOf(deps, earlier);

  const id = newId('bulkDownload');
  const { wanted, skipped } = await sortOut(deps.db, organizationId, shipmentIds);
  const made =
    wanted.length === 0
      ? { included: [], skipped: [] }
      : await makeBulkDocument(deps, { organizationId, id, kind: type, shipmentIds: wanted });
  const row = await insertBulkDownload(deps.db, {
    organization_id: organizationId,
    id,
    created_by_operation: operationId,
    kind: type,
    shipment_ids: made.included,
    skipped: [...skipped, ...made.skipped],
    expires_at: new Date(Date.now() + linkLifetimeSeconds * 1_000),
  });
  return answerOf(deps, row);
});

const answerOf = ({ config }: Deps, row: BulkDownloadRow) => {
  const expiresAt = Math.floor(row.expires_at.getTime() / 1_000);
  const document = { kind: 'bulk', organizationId: row.organization_id, id: row.id } as const;
  return {
    url: row.shipment_ids.length === 0 ? null : presign(config, document, expiresAt),
    expiresAt: new Date(expiresAt * 1_000).toISOString(),
    count: row.shipment_ids.length,
    skipped: row.skipped,
  };
};
