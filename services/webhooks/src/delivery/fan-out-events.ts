import { type CloudEvent, type EventDataOf, newId, type shipmentChanged, webhookEventOf } from '@freight/contracts';
import type { Db } from '@freight/database';
import type { Tables } from '../tables.ts';
import { fanOut, type WebhookToFanOut } from './fan-out.store.ts';

export type ShipmentChangedEvent = CloudEvent<EventDataOf<typeof shipmentChanged>>;

export type EventToFanOut = {
  event: ShipmentChangedEvent;
  /** The trace of the request that caused it. */
  traceparent: string | null;
};

/**
 * Turns status changes of shipments into deliveries. The payload is written here, once, and never again: what is stored is what
 * is signed is what is sent.
 *
 * @returns the subscriptions that have something to send now
 */
export const fanOutEvents = async (db: Db<Tables>, events: readonly EventToFanOut[]): Promise<string[]> => {
  const webhooks = events.flatMap(webhookOf);
  return webhooks.length === 0 ? [] : fanOut(db, webhooks);
};

/** None for a status that has no merchant event. */
const webhookOf = ({ event: changed, traceparent }: EventToFanOut): WebhookToFanOut[] => {
  const { status, occurredAt, shipment } = changed.data;
  const event = webhookEventOf(status);
  if (event === null) return [];
  return [
    {
      organizationId: changed.organizationid,
      eventId: changed.id,
      event,
      payload: JSON.stringify({ event, timestamp: occurredAt, data: { shipment } }),
      lane: changed.subject,
      laneVersion: changed.version,
      deliveryId: newId('delivery'),
      traceparent,
    },
  ];
};
