import { FreightError, trackPublicly } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findShipmentByAwbAnywhere, listTrackingEvents } from '../shipment/shipment.store.ts';
import { toPublicRecord } from './public-record.ts';

export const trackPubliclyHandler = implement(trackPublicly, async ({ db }: Deps, _context, { awb }) => {
  const row = await findShipmentByAwbAnywhere(db, awb);
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'Shipment not found' });
  return toPublicRecord(awb, row, await listTrackingEvents(db, row.organization_id, row.id));
});
