import { type CloudEvent, type EventDataOf, newId, type shipmentChanged, webhookEventOf } from '@freight/contracts';
import type { Db } from '@freight/database';
import { injectTrace } from '@freight/telemetry';
import type { Tables } from '../tables.ts';
import { fanOut } from './fan-out.store.ts';

export type ShipmentChangedEvent = CloudEvent<EventDataOf<typeof shipmentChanged>>;

/**
 * Turns a status change of a shipment into deliveries. The payload is written here, once, and never again: what is stored is what
 * is signed is what is sent.
 *
 * @returns the subscriptions that have something to send now
 */
export const fanOutEvent = async (db: Db<Tables>, event: ShipmentChangedEvent): Promise<string[]> => {
  const { status, occurredAt, shipment } = event.data;
  const name = webhookEventOf(status);
  if (name === null) return [];
  return fanOut(db, event.organizationid, {
    eventId: event.id,
    event: name,
    payload: JSON.stringify({ event: name, timestamp: occurredAt, data: { shipment } }),
    lane: event.subject,
    laneVersion: event.version,
    deliveryId: newId('delivery'),
    traceparent: injectTrace() ?? null,
  });
};
