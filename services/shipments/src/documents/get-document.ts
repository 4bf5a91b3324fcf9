import { FreightError, getDocument } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findShipment } from '../shipment/shipment.store.ts';
import { labelOf } from './label.ts';
import { readLink } from './presigned-link.ts';

/** A link that is forged, altered or old reads like one that never was. */
export const getDocumentHandler = implement(getDocument, async (deps: Deps, _context, { token }) => {
  const claims = readLink(token, deps.config.LINK_SIGNING_KEY, new Date());
  const shipment =
    claims === undefined ? undefined : await findShipment(deps.db, claims.organizationId, claims.shipmentId);
  if (shipment === undefined) throw new FreightError('NOT_FOUND', { message: 'Document not found or link expired' });
  return {
    contentType: 'application/pdf',
    fileName: `label-${shipment.awb_number ?? shipment.id}.pdf`,
    bytes: await labelOf(deps, shipment),
  };
});
