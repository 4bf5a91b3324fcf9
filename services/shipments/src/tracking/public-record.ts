import { courierTable, type OutputOf, type ShipmentStatus, type trackPublicly } from '@freight/contracts';
import { isoOrNull } from '../shipment/shipment.row.ts';
import type { ShipmentRow, TrackingEventRow } from '../tables.ts';

export type PublicRecord = OutputOf<typeof trackPublicly>;

/**
 * Whoever knows an AWB may see this, so it says nothing that a stranger should not know: our own sentence per status instead of
 * the courier's text (which may name people and phones), the hub's city, and initials.
 */
export const toPublicRecord = (
  awbNumber: string,
  row: ShipmentRow,
  timeline: readonly TrackingEventRow[],
): PublicRecord => ({
  awbNumber,
  status: row.status,
  courier: row.courier === null ? null : courierTable[row.courier].name,
  customerName: initialsOf(row.drop_to.name),
  timeline: {
    orderedAt: isoOrNull(row.order_date ?? row.created_at),
    pickedUpAt: isoOrNull(row.picked_up_at),
    deliveredAt: isoOrNull(row.delivered_at),
    expectedDeliveryDate: isoOrNull(row.expected_delivery_date),
  },
  events: timeline
    .filter((event, index) => event.status !== 'CREATED' && saysMore(event, timeline[index - 1]))
    .map((event) => ({
      status: event.status,
      description: publicSentences[event.status],
      location: publicLocation(event.location),
      eventTime: event.event_time.toISOString(),
    })),
});

/** Couriers scan a parcel several times at one place; the buyer reads of a new status or a new place. */
const saysMore = (event: TrackingEventRow, before: TrackingEventRow | undefined): boolean =>
  event.status !== before?.status ||
  (event.location !== null && before.location !== null && event.location !== before.location);

/** `Asha Rao` → `A. R.`: at most three initials, in whatever script the name is written. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .flatMap((part) => /^\p{L}\p{M}*/u.exec(part)?.[0] ?? [])
    .slice(0, 3)
    .map((initial) => `${initial.toUpperCase()}.`)
    .join(' ');

/** Scan locations are hubs; one with digits may hold a house number, a pincode or a phone, and is left out. */
const publicLocation = (location: string | null): string | null =>
  location === null || /\d/.test(location) ? null : location.slice(0, 60);

/** A status in a sentence that says nothing of anybody. */
export const publicSentences: Record<ShipmentStatus, string> = {
  CREATED: 'Order received',
  LABEL_GENERATED: 'Shipment is being prepared',
  PICKUP_SCHEDULED: 'Pickup is scheduled',
  PICKUP_FAILED: 'Pickup will be tried again',
  PICKED_UP: 'Picked up by the courier',
  IN_TRANSIT: 'On its way',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  DELIVERY_FAILED: 'Delivery could not be made',
  RTO_INITIATED: 'Being returned to the sender',
  RTO_IN_TRANSIT: 'On its way back to the sender',
  RTO_DELIVERED: 'Returned to the sender',
  LOST: 'Reported lost by the courier',
  DAMAGED: 'Reported damaged by the courier',
  CANCELLED: 'Cancelled',
};
