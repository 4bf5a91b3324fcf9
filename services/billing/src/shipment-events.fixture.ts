import {
  type CloudEvent,
  type EventDataOf,
  eventSubject,
  newId,
  type ShipmentStatus,
  type shipmentChanged,
  shipmentEventName,
} from '@freight/contracts';
import { publishEvent } from '@freight/messaging';
import { eventually } from '@freight/testing';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { BillingForTest } from './billing.fixture.ts';

/** What a test says of a status change; the rest is made up. */
export type Announced = {
  attemptId: string | null;
  status: ShipmentStatus;
  previousStatus?: ShipmentStatus | null;
  /** Of the shipment's changes; default 2. */
  version?: number;
  shipmentId?: string;
  awbNumber?: string;
  /** In INR; more than 0 makes it a COD shipment. */
  codAmount?: number;
  occurredAt?: Date;
};

const positions = new WeakMap<BillingForTest, number>();

/** Announces status changes as shipments does, in this order, and waits until billing has applied or refused them all. */
export const announceAll = async (
  service: BillingForTest,
  changes: readonly (Announced & { organizationId: string })[],
): Promise<void> => {
  const ids: string[] = [];
  for (const { organizationId, ...change } of changes) {
    const position = (positions.get(service) ?? 0) + 1;
    positions.set(service, position);
    const event = shipmentEvent(organizationId, change);
    ids.push(event.id);
    await publishEvent(service.bus, {
      subject: eventSubject('shipments', organizationId, shipmentEventName(change.status)),
      messageId: event.id,
      headers: { 'Freight-Source': 'shipments', 'Freight-Position': String(position) },
      body: JSON.stringify(event),
    });
  }
  await eventually(async () => {
    const { rows } = await sql`select 1 from inbox where event_id = any(${ids})`.execute(service.db);
    expect(rows).toHaveLength(ids.length);
  });
};

export const announceStatus = (service: BillingForTest, organizationId: string, change: Announced): Promise<void> =>
  announceAll(service, [{ organizationId, ...change }]);

const shipmentEvent = (
  organizationId: string,
  {
    attemptId,
    status,
    previousStatus = null,
    version = 2,
    shipmentId = attemptId === null ? newId('shipment') : `shp_of_${attemptId}`,
    awbNumber = attemptId === null ? undefined : `AWB-${attemptId}`,
    codAmount = 0,
    occurredAt = new Date(),
  }: Announced,
): CloudEvent<EventDataOf<typeof shipmentChanged>> => {
  const now = occurredAt.toISOString();
  return {
    specversion: '1.0',
    id: newId('event'),
    source: 'shipments',
    type: `shipments.${shipmentEventName(status)}`,
    subject: shipmentId,
    time: now,
    datacontenttype: 'application/json',
    organizationid: organizationId,
    version,
    data: {
      status,
      previousStatus,
      occurredAt: now,
      attemptId,
      ndrReason: null,
      shipment: {
        id: shipmentId,
        shipmentNumber: 'S1',
        awbNumber: awbNumber ?? null,
        orderReferenceNumber: `ORD-${attemptId ?? 'draft'}`,
        channelOrderId: null,
        channelName: null,
        shipmentType: 'FORWARD',
        status,
        paymentMode: codAmount > 0 ? 'COD' : 'PREPAID',
        courier: 'DELHIVERY_SURFACE',
        carrierId: 'delhivery-surface',
        invoiceValue: 100,
        codAmount,
        totalCharge: 100,
        totalWeight: 500,
        dropName: 'Asha',
        dropCity: 'Mumbai',
        dropState: 'Maharashtra',
        dropPincode: '400001',
        pickedUpAt: null,
        deliveredAt: status === 'DELIVERED' ? now : null,
        cancelledAt: null,
        createdAt: now,
        updatedAt: now,
      },
    },
  };
};
