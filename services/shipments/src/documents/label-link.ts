import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import { currentLabel } from './label.ts';
import { presign } from './presigned-link.ts';

/**
 * A presigned address of a shipment's label, valid for one hour without the API key, and whether we drew the label.
 *
 * @throws NOT_FOUND; INVALID_STATE while there is no AWB to print
 */
export const labelLink = async (
  deps: Deps,
  organizationId: string,
  id: string,
): Promise<{ url: string; ours: boolean }> => {
  const { isOurs } = await currentLabel(deps, await getShipmentRow(deps.db, organizationId, id));
  return { url: presign(deps.config, { kind: 'label', organizationId, id }), ours: isOurs };
};
