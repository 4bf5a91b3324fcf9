import { makeZip } from 'client-zip';
import type { Deps } from '../../deps.ts';
import { findShipment } from '../../shipment/shipment.store.ts';
import type { ShipmentRow } from '../../tables.ts';
import { invoiceOf } from '../invoice/invoice.ts';
import { readWhole } from '../pieces.ts';
import type { BulkRequest, BulkResult } from './bulk-document.ts';

/**
 * A zip of invoices, one after the other as the reader takes them: one shipment and one invoice are in memory at a time. An
 * invoice that cannot be drawn is left out and listed.
 */
export const zipInvoices = (deps: Deps, request: BulkRequest, result: BulkResult): AsyncIterable<Uint8Array> =>
  makeZip(invoiceFiles(deps, request, result));

async function* invoiceFiles(deps: Deps, { organizationId, shipmentIds }: BulkRequest, result: BulkResult) {
  for (const shipmentId of shipmentIds) {
    const file = await invoiceFile(deps, organizationId, shipmentId);
    if (file === undefined) {
      result.skipped.push({ shipmentId, reason: 'NOT_DRAWN' });
    } else {
      result.included.push(shipmentId);
      yield file;
    }
  }
}

const invoiceFile = async (deps: Deps, organizationId: string, shipmentId: string) => {
  try {
    const shipment = await findShipment(deps.db, organizationId, shipmentId);
    if (shipment === undefined) return undefined;
    const { store, key, restore } = invoiceOf(deps, shipment);
    let bytes = await readWhole(store, key);
    if (bytes === undefined) {
      await restore();
      bytes = await readWhole(store, key);
    }
    return bytes === undefined
      ? undefined
      : { name: nameOf(shipment), lastModified: shipment.label_generated_at ?? shipment.created_at, input: bytes };
  } catch (error) {
    deps.log.warn({ err: error, shipmentId }, 'invoice left out of an archive');
    return undefined;
  }
};

/** The AWB makes it unique; an invoice number may hold slashes, which would be folders. */
const nameOf = ({ invoice_number: invoice, shipment_number: shipment, awb_number: awb }: ShipmentRow): string =>
  `invoice-${(invoice ?? shipment).replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')}-${awb}.pdf`;
