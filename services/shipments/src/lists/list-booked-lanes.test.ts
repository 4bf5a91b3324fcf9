import { bookShipment, cancelShipment, listBookedLanes } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createBooked,
  createDraft,
  newOrganizationId,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

test('the last bookings are listed newest first with what was asked for and what came of it, drafts are not', async () => {
  const {
    context,
    organizationId,
    shipment: draft,
  } = await createDraft(service, {
    paymentMode: 'COD',
    codAmount: 500,
    isInsured: true,
    isOtpDelivery: true,
  });
  await createDraft(service, {}, organizationId);
  const other = await createDraft(service, {}, organizationId);
  await service.call(bookShipment, context, { id: draft.id });
  await service.call(bookShipment, context, { id: other.shipment.id, carrierId: 'bluedart-surface' });
  await service.call(cancelShipment, context, { id: other.shipment.id });

  const booked = await service.call(listBookedLanes, context, { limit: 10 });
  expect(booked.map(({ shipmentId, carrierId }) => [shipmentId, carrierId])).toEqual([
    [other.shipment.id, 'bluedart-surface'],
    [draft.id, 'delhivery-surface'],
  ]);
  expect(booked[1]).toEqual({
    shipmentId: draft.id,
    orderReferenceNumber: draft.orderReferenceNumber,
    carrierId: 'delhivery-surface',
    totalPaise: 11_800,
    rateCardVersion: 'test-1',
    lane: {
      pickupPincode: '110006',
      dropPincode: '400020',
      paymentMode: 'COD',
      shipmentType: 'FORWARD',
      isQcRequired: false,
      invoiceValuePaise: 99_950,
      codAmountPaise: 50_000,
      packages: [{ weightGrams: 450, lengthCm: 20, breadthCm: 10, heightCm: 10 }],
      vasServiceIds: [],
      isInsured: true,
      isOtpDelivery: true,
    },
  });
  expect(await service.call(listBookedLanes, context, { limit: 1 })).toHaveLength(1);
});

test('another organization sees none of them', async () => {
  await createBooked(service);
  expect(await service.call(listBookedLanes, organizationContext(newOrganizationId()), { limit: 10 })).toEqual([]);
});
