import { keysOf } from './keys-of.ts';

/**
 * The shipment state machine as data: where each status may go, the list group it belongs to and the webhook event it raises.
 * Types, SQL checks, OpenAPI enums and the state-table test derive from this table (decisions, section 3).
 */
type StatusRow = {
  next: readonly string[];
  /** Further targets that only a reverse shipment has: QC failed at the door. */
  nextReverse?: readonly string[];
  /** Targets that only a courier scan may take, never the merchant. */
  courierOnly?: readonly string[];
  group: 'pickups' | 'inTransit' | 'deliveryFailed' | 'delivered' | 'rto' | null;
  /** Merchant webhook event; null where the closed list has none, or where it is never emitted. */
  event: string | null;
};

export const shipmentStatusTable = {
  CREATED: { next: ['LABEL_GENERATED', 'CANCELLED'], group: null, event: null },
  LABEL_GENERATED: {
    next: ['PICKUP_SCHEDULED', 'PICKUP_FAILED', 'PICKED_UP', 'CANCELLED', 'LOST', 'DAMAGED'],
    group: 'pickups',
    event: 'shipment.label_generated',
  },
  PICKUP_SCHEDULED: {
    next: ['PICKUP_FAILED', 'PICKED_UP', 'CANCELLED', 'LOST', 'DAMAGED'],
    nextReverse: ['DELIVERY_FAILED'],
    group: 'pickups',
    event: 'shipment.pickup_scheduled',
  },
  PICKUP_FAILED: {
    next: ['PICKUP_SCHEDULED', 'PICKED_UP', 'CANCELLED', 'LOST', 'DAMAGED'],
    nextReverse: ['DELIVERY_FAILED'],
    courierOnly: ['CANCELLED'],
    group: 'pickups',
    event: null,
  },
  PICKED_UP: {
    next: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'DELIVERY_FAILED', 'RTO_INITIATED', 'LOST', 'DAMAGED'],
    group: 'inTransit',
    event: 'shipment.picked_up',
  },
  IN_TRANSIT: {
    next: ['OUT_FOR_DELIVERY', 'DELIVERED', 'DELIVERY_FAILED', 'RTO_INITIATED', 'LOST', 'DAMAGED'],
    group: 'inTransit',
    event: 'shipment.in_transit',
  },
  OUT_FOR_DELIVERY: {
    next: ['IN_TRANSIT', 'DELIVERED', 'DELIVERY_FAILED', 'RTO_INITIATED', 'LOST', 'DAMAGED'],
    group: 'inTransit',
    event: 'shipment.out_for_delivery',
  },
  DELIVERED: { next: [], group: 'delivered', event: 'shipment.delivered' },
  DELIVERY_FAILED: {
    next: ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'DELIVERY_FAILED', 'RTO_INITIATED', 'LOST', 'DAMAGED'],
    group: 'deliveryFailed',
    event: 'shipment.delivery_failed',
  },
  RTO_INITIATED: {
    next: ['RTO_IN_TRANSIT', 'RTO_DELIVERED', 'IN_TRANSIT', 'LOST', 'DAMAGED'],
    group: 'rto',
    event: 'shipment.rto_initiated',
  },
  RTO_IN_TRANSIT: { next: ['RTO_DELIVERED', 'LOST', 'DAMAGED'], group: 'rto', event: 'shipment.rto_in_transit' },
  RTO_DELIVERED: { next: [], group: 'rto', event: 'shipment.rto_delivered' },
  LOST: { next: [], group: null, event: 'shipment.lost' },
  DAMAGED: { next: [], group: null, event: 'shipment.damaged' },
  CANCELLED: { next: [], group: null, event: 'shipment.cancelled' },
} as const satisfies Record<string, StatusRow>;

export type ShipmentStatus = keyof typeof shipmentStatusTable;

export const shipmentStatuses = keysOf(shipmentStatusTable);

export const shipmentTypes = ['FORWARD', 'REVERSE', 'EXCHANGE'] as const;
export type ShipmentType = (typeof shipmentTypes)[number];

export const paymentModes = ['PREPAID', 'COD'] as const;
export type PaymentMode = (typeof paymentModes)[number];

export const statusGroups = ['pickups', 'inTransit', 'deliveryFailed', 'delivered', 'rto'] as const;
export type StatusGroup = (typeof statusGroups)[number];

const rowOf = (status: ShipmentStatus): StatusRow => shipmentStatusTable[status];

/** The statuses that a list filter `statusGroup` means. */
export const statusesInGroup = (group: StatusGroup): ShipmentStatus[] =>
  shipmentStatuses.filter((status) => rowOf(status).group === group);

/** Statuses from which nothing moves any more. */
export const isTerminal = (status: ShipmentStatus): boolean => rowOf(status).next.length === 0;

/** Statuses from which the merchant may cancel (specification, States and transitions). */
export const cancellableStatuses = [
  'CREATED',
  'LABEL_GENERATED',
  'PICKUP_SCHEDULED',
] as const satisfies ShipmentStatus[];

/** One step of the table: may a shipment of this type go from one status straight to the other? */
export const mayStep = (from: ShipmentStatus, to: ShipmentStatus, type: ShipmentType): boolean =>
  rowOf(from).next.includes(to) || (type === 'REVERSE' && (rowOf(from).nextReverse?.includes(to) ?? false));

/**
 * May a courier scan move the shipment from one status to another? Scans skip and overtake one another, so every status that
 * is reachable on a path of the table is accepted; the times in between stay null. A merchant's cancel is no scan path, and a
 * shipment that left the pickup stage is never CANCELLED by skipping back.
 */
export const mayScanTo = (from: ShipmentStatus, to: ShipmentStatus, type: ShipmentType): boolean => {
  if (from === to) return mayStep(from, to, type);
  if (from === 'CREATED') return false;
  const seen = new Set<ShipmentStatus>([from]);
  const queue: ShipmentStatus[] = [from];
  for (let status = queue.shift(); status !== undefined; status = queue.shift()) {
    for (const next of shipmentStatuses) {
      if (seen.has(next) || !mayStep(status, next, type)) continue;
      if (next === to) return true;
      seen.add(next);
      queue.push(next);
    }
  }
  return false;
};

export const webhookEvents = [
  'shipment.created',
  'shipment.label_generated',
  'shipment.pickup_scheduled',
  'shipment.picked_up',
  'shipment.in_transit',
  'shipment.out_for_delivery',
  'shipment.delivered',
  'shipment.delivery_failed',
  'shipment.rto_initiated',
  'shipment.rto_in_transit',
  'shipment.rto_delivered',
  'shipment.cancelled',
  'shipment.lost',
  'shipment.damaged',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The merchant event of a status, or null: `shipment.created` is subscribable but never emitted, PICKUP_FAILED has none. */
export const webhookEventOf = (status: ShipmentStatus): WebhookEvent | null => shipmentStatusTable[status].event;
