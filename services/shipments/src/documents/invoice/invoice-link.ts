import type { Deps } from '../../deps.ts';
import { getShipmentRow } from '../../shipment/shipment.store.ts';
import { presign } from '../presigned-link.ts';
import { withoutAwb } from '../without-awb.ts';

/**
 * A presigned address of a shipment's commercial invoice, valid for one hour without the API key.
 *
 * @throws NOT_FOUND; INVALID_STATE while there is no AWB
 */
export const invoiceLink = async (
  { db, config }: Deps,
  organizationId: string,
  id: string,
): Promise<{ url: string }> => {
  const shipment = await getShipmentRow(db, organizationId, id);
  if (shipment.awb_number === null) throw withoutAwb(shipment, 'invoice');
  return { url: presign(config, { kind: 'invoice', organizationId, id }) };
};
