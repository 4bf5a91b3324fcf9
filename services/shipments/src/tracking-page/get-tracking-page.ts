import { FreightError, getOrganization, getTrackingPage, type SystemContext } from '@freight/contracts';
import { call, implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findShipmentByAwbAnywhere, listTrackingEvents } from '../shipment/shipment.store.ts';
import { toPublicRecord } from '../tracking/public-record.ts';
import { contentSecurityPolicy } from './page-policy.ts';
import { type Seller, trackingPage } from './tracking-page.ts';

/** The same record as the public endpoint, nothing more, with the seller's name and logo. */
export const getTrackingPageHandler = implement(getTrackingPage, async (deps: Deps, context, { awb }) => {
  const row = await findShipmentByAwbAnywhere(deps.db, awb);
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'Shipment not found' });
  const [timeline, seller] = await Promise.all([
    listTrackingEvents(deps.db, row.organization_id, row.id),
    sellerOf(deps, context, row.organization_id),
  ]);
  return {
    html: trackingPage(toPublicRecord(awb, row, timeline), seller),
    contentSecurityPolicy: contentSecurityPolicy(seller?.logoUrl),
  };
});

/** A page without the seller's name is better than none. */
const sellerOf = async (
  { bus, log }: Deps,
  context: SystemContext,
  organizationId: string,
): Promise<Seller | undefined> => {
  try {
    const { name, logoUrl } = await call(bus, getOrganization, context, { organizationId });
    return { name, logoUrl };
  } catch (error) {
    log.warn({ err: error, organizationId }, 'tracking page without the seller');
    return undefined;
  }
};
