import { getShipment, toInr } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { linksOf } from '../documents/links.ts';
import { toTrackingEvent } from '../tracking/tracking-event.row.ts';
import { isoOrNull, toShipment } from './shipment.row.ts';
import { getShipmentRow, listTrackingEvents } from './shipment.store.ts';

export const getShipmentHandler = implement(getShipment, async ({ db, config }: Deps, { organizationId }, { id }) => {
  const [row, timeline] = await Promise.all([
    getShipmentRow(db, organizationId, id),
    listTrackingEvents(db, organizationId, id),
  ]);
  return {
    ...toShipment(row, linksOf(config)),
    trackingEvents: timeline.map(toTrackingEvent),
    cod:
      row.payment_mode === 'COD'
        ? {
            amount: toInr(row.cod_amount_paise),
            isCollected: row.cod_collected_at !== null,
            collectedAt: isoOrNull(row.cod_collected_at),
            remittanceId: null,
            remittanceStatus: null,
          }
        : null,
  };
});
