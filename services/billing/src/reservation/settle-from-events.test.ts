import {
  type CloudEvent,
  type EventDataOf,
  eventSubject,
  getWallet,
  newId,
  postReservation,
  releaseReservation,
  reserveCharge,
  type ShipmentStatus,
  type shipmentChanged,
  shipmentEventName,
} from '@freight/contracts';
import { publishEvent } from '@freight/messaging';
import { eventually, organizationContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingForTest, chargeOf, openWallet, startBillingForTest } from '../billing.fixture.ts';

describe('events of shipments', () => {
  let service: BillingForTest;
  beforeAll(async () => {
    service = await startBillingForTest();
  });
  afterAll(() => service.stop());

  let position = 0;
  const announce = async (organizationId: string, attemptId: string | null, status: ShipmentStatus) => {
    position += 1;
    const event = shipmentEvent(organizationId, attemptId, status);
    await publishEvent(service.bus, {
      subject: eventSubject('shipments', organizationId, shipmentEventName(status)),
      messageId: event.id,
      headers: { 'Freight-Source': 'shipments', 'Freight-Position': String(position) },
      body: JSON.stringify(event),
    });
    await eventually(async () => {
      const { rows } = await sql`select 1 from inbox where event_id = ${event.id}`.execute(service.db);
      expect(rows).toHaveLength(1);
    });
  };

  const holding = async (totalPaise: number) => {
    const organizationId = await openWallet(service);
    const context = organizationContext(organizationId);
    const charge = chargeOf(totalPaise);
    await service.call(reserveCharge, context, charge);
    return { organizationId, context, attemptId: charge.attemptId };
  };

  test('a booked shipment is debited though nobody called', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);

    await announce(organizationId, attemptId, 'LABEL_GENERATED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 900, heldAmount: 0 });
  });

  test('a booked shipment that was debited by call is not debited again', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);
    await service.call(postReservation, context, { attemptId, awbNumber: 'AWB' });

    await announce(organizationId, attemptId, 'LABEL_GENERATED');
    await announce(organizationId, attemptId, 'LABEL_GENERATED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 900, heldAmount: 0 });
  });

  test('a cancelled shipment is refunded once, also when its events overtake one another', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);

    await announce(organizationId, attemptId, 'CANCELLED');
    await announce(organizationId, attemptId, 'LABEL_GENERATED');
    await announce(organizationId, attemptId, 'CANCELLED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 0 });
  });

  test('a draft that was cancelled changes nothing', async () => {
    const { organizationId, context } = await holding(10_000);

    await announce(organizationId, null, 'CANCELLED');

    expect(await service.call(getWallet, context, {})).toMatchObject({ balance: 1_000, heldAmount: 100 });
  });

  test('a shipment booked on a released hold is laid aside for an operator', async () => {
    const { organizationId, context, attemptId } = await holding(10_000);
    await service.call(releaseReservation, context, { attemptId, reason: 'courier refused' });

    await announce(organizationId, attemptId, 'LABEL_GENERATED');

    const { rows } = await sql<{ reason: string }>`
      select reason from dead_letters where body like ${`%${attemptId}%`}`.execute(service.db);
    expect(rows).toEqual([
      { reason: `EventRejected: attempt ${attemptId}: The hold of this booking attempt is RELEASED already` },
    ]);
  });
});

const shipmentEvent = (
  organizationId: string,
  attemptId: string | null,
  status: ShipmentStatus,
): CloudEvent<EventDataOf<typeof shipmentChanged>> => {
  const now = new Date().toISOString();
  const shipmentId = newId('shipment');
  return {
    specversion: '1.0',
    id: newId('event'),
    source: 'shipments',
    type: `shipments.${shipmentEventName(status)}`,
    subject: shipmentId,
    time: now,
    datacontenttype: 'application/json',
    organizationid: organizationId,
    version: 2,
    data: {
      status,
      previousStatus: null,
      occurredAt: now,
      attemptId,
      ndrReason: null,
      shipment: {
        id: shipmentId,
        shipmentNumber: 'S1',
        awbNumber: attemptId === null ? null : 'AWB',
        orderReferenceNumber: 'ORD',
        channelOrderId: null,
        channelName: null,
        shipmentType: 'FORWARD',
        status,
        paymentMode: 'PREPAID',
        courier: 'delhivery',
        carrierId: 'delhivery-surface',
        invoiceValue: 100,
        codAmount: 0,
        totalCharge: 100,
        totalWeight: 500,
        dropName: 'Asha',
        dropCity: 'Mumbai',
        dropState: 'Maharashtra',
        dropPincode: '400001',
        pickedUpAt: null,
        deliveredAt: null,
        cancelledAt: null,
        createdAt: now,
        updatedAt: now,
      },
    },
  };
};
