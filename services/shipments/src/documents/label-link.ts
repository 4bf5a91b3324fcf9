import { FreightError } from '@freight/contracts';
import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import { linksOf } from './links.ts';
import { linkLifetimeSeconds, signLink } from './presigned-link.ts';

/**
 * A presigned address of a shipment's label, valid for one hour without the API key.
 *
 * @throws NOT_FOUND; INVALID_STATE while there is no AWB to print
 */
export const labelLink = async (deps: Deps, organizationId: string, id: string): Promise<string> => {
  const shipment = await getShipmentRow(deps.db, organizationId, id);
  if (shipment.awb_number === null) {
    throw new FreightError('INVALID_STATE', { message: `A ${shipment.status} shipment without AWB has no label` });
  }
  const expiresAt = Math.floor(Date.now() / 1_000) + linkLifetimeSeconds;
  const token = signLink({ kind: 'label', organizationId, shipmentId: id, expiresAt }, deps.config.LINK_SIGNING_KEY);
  return `${linksOf(deps.config).apiBaseUrl}/documents/${token}`;
};
