import { type NdrReason, newId, type ShipmentStatus } from '@freight/contracts';
import type { OutboxEvent } from '@freight/runtime';
import type { ShipmentRow, TrackingEventRow } from '../tables.ts';
import { shipmentEvent } from './shipment-event.ts';

/** A line of the timeline before it is written. */
export type NewTrackingEvent = Omit<TrackingEventRow, 'organization_id' | 'shipment_id' | 'received_at'>;

/** Everything that one step of a shipment writes: the row after it, its line in the timeline and its event. */
export type ShipmentChange = { after: ShipmentRow; timeline: NewTrackingEvent[]; events: OutboxEvent[] };

export type StatusChange = {
  to: ShipmentStatus;
  at: Date;
  description: string;
  /** What the step knows beyond the status: AWB, charges, QC result. */
  set?: Partial<ShipmentRow>;
  location?: string | null;
  rawStatus?: string;
  rawStatusCode?: string;
  fingerprint?: string;
  ndrReason?: NdrReason | undefined;
};

/**
 * One status change, computed and not yet written: the next version, the time that belongs to the status, one line of the
 * timeline, one event. Whether the table allows the step is the caller's question. `now` is when we learned of it.
 */
export const changeStatus = (before: ShipmentRow, change: StatusChange, now: Date): ShipmentChange => {
  const after: ShipmentRow = {
    ...before,
    ...change.set,
    ...timesOf(before, change),
    status: change.to,
    version: before.version + 1,
    last_status_update: change.at,
    updated_at: now,
  };
  return {
    after,
    timeline: [
      {
        id: newId('trackingEvent'),
        fingerprint: change.fingerprint ?? `status:${after.version}`,
        status: change.to,
        description: change.description,
        location: change.location ?? null,
        event_time: change.at,
        raw_status: change.rawStatus ?? null,
        raw_status_code: change.rawStatusCode ?? null,
        version: after.version,
      },
    ],
    events: [
      shipmentEvent(after, { previousStatus: before.status, occurredAt: change.at, ndrReason: change.ndrReason }),
    ],
  };
};

/** The time columns that a status fills; each is filled once, by the first change that says so. */
const timesOf = (before: ShipmentRow, { to, at }: StatusChange): Partial<ShipmentRow> => {
  switch (to) {
    case 'LABEL_GENERATED':
      return { label_generated_at: at };
    case 'PICKUP_SCHEDULED':
      return { pickup_scheduled_at: before.pickup_scheduled_at ?? at };
    case 'PICKED_UP':
      return { picked_up_at: before.picked_up_at ?? at };
    case 'DELIVERED':
      return {
        delivered_at: at,
        tracking_due_at: null,
        ...(before.payment_mode === 'COD' ? { cod_collected_at: at } : {}),
      };
    case 'CANCELLED':
      return { cancelled_at: at, tracking_due_at: null };
    case 'RTO_DELIVERED':
    case 'LOST':
    case 'DAMAGED':
      return { tracking_due_at: null };
    case 'CREATED':
    case 'PICKUP_FAILED':
    case 'IN_TRANSIT':
    case 'OUT_FOR_DELIVERY':
    case 'DELIVERY_FAILED':
    case 'RTO_INITIATED':
    case 'RTO_IN_TRANSIT':
      return {};
  }
};
