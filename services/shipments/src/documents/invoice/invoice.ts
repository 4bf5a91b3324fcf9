import type { Deps } from '../../deps.ts';
import type { ShipmentRow } from '../../tables.ts';
import { keepPieces } from '../pieces.ts';
import type { StoredDocument } from '../stored-document.ts';
import { invoiceContent } from './invoice-content.ts';

/**
 * The commercial invoice of a booked shipment, drawn when it is first read.
 *
 * @throws INVALID_STATE while there is no AWB
 */
export const invoiceOf = (
  { storage, labels }: Pick<Deps, 'storage' | 'labels'>,
  shipment: ShipmentRow,
): StoredDocument => {
  const content = invoiceContent(shipment);
  const key = `invoice/${shipment.organization_id}/${shipment.id}`;
  return {
    contentType: 'application/pdf',
    fileName: `invoice-${content.number}.pdf`,
    store: storage.drawn,
    key,
    restore: async () => keepPieces(storage.drawn, key, [await labels.drawInvoice(content)]),
  };
};
