import { courierTable, FreightError, trackShipment } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { linksOf } from '../documents/links.ts';
import { isoOrNull, toShipment } from '../shipment/shipment.row.ts';
import { findShipmentByAwb, listTrackingEvents } from '../shipment/shipment.store.ts';

export const trackShipmentHandler = implement(
  trackShipment,
  async ({ db, config }: Deps, { organizationId }, { awb }) => {
    const row = await findShipmentByAwb(db, organizationId, awb);
    if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'Shipment not found' });
    const newestFirst = (await listTrackingEvents(db, organizationId, row.id)).toReversed();
    const newestRaw = newestFirst.find((event) => event.raw_status !== null);
    return {
      shipment: toShipment(row, linksOf(config)),
      tracking: {
        awb: row.awb_number ?? awb,
        courier: row.courier === null ? null : courierTable[row.courier].name,
        current_status: row.status,
        raw_status: newestRaw?.raw_status ?? null,
        raw_status_code: newestRaw?.raw_status_code ?? null,
        expected_delivery_date: isoOrNull(row.expected_delivery_date),
        events: newestFirst.map((event) => ({
          status: event.status,
          description: event.description,
          location: event.location,
          event_time: event.event_time.toISOString(),
          raw_status: event.raw_status,
          raw_status_code: event.raw_status_code,
        })),
      },
    };
  },
);
