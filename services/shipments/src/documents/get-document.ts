import { FreightError, getDocument } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findShipment } from '../shipment/shipment.store.ts';
import { bulkDocument } from './bulk/bulk-document.ts';
import { invoiceOf } from './invoice/invoice.ts';
import { currentLabel } from './label.ts';
import { podDocument } from './pod/pod-document.ts';
import { type LinkClaims, readLink } from './presigned-link.ts';
import { answerPiece, type StoredDocument } from './stored-document.ts';

/** A link that is forged, altered or old reads like one that never was. */
export const getDocumentHandler = implement(getDocument, async (deps: Deps, _context, { token, cursor }) => {
  const claims = readLink(token, deps.config.LINK_SIGNING_KEY, new Date());
  if (claims === undefined) throw notThere();
  return answerPiece(() => openDocument(deps, claims), pieceNumber(cursor));
});

const openDocument = async (
  deps: Deps,
  { kind, organizationId, id, number = 1 }: LinkClaims,
): Promise<StoredDocument> => {
  if (kind === 'bulk') return bulkDocument(deps, organizationId, id);
  const shipment = await findShipment(deps.db, organizationId, id);
  if (shipment === undefined) throw notThere();
  switch (kind) {
    case 'label':
      return currentLabel(deps, shipment);
    case 'invoice':
      return invoiceOf(deps, shipment);
    case 'pod':
      return podDocument(deps, shipment, number);
  }
};

/** The cursor is the gateway's, which hands back what it was given; anything else is the beginning of nothing. */
const pieceNumber = (cursor = '0'): number => {
  if (!/^\d{1,6}$/.test(cursor)) throw notThere();
  return Number(cursor);
};

const notThere = () => new FreightError('NOT_FOUND', { message: 'Document not found or link expired' });
