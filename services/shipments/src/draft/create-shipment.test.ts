import { cancelShipment, createPickupAddress, createShipment, getShipment } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDraft,
  delhi,
  draftRequest,
  eventsOf,
  newOrganizationId,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

describe('creating a draft', () => {
  test('keeps every field as it was sent and buys nothing', async () => {
    const { context, shipment } = await createDraft(service, {
      paymentMode: 'COD',
      codAmount: 999.5,
      remarks: 'नाज़ुक ₹ 📦',
      invoiceNumber: 'INV-7',
      invoiceDate: '2026-11-01',
      shipperGstin: '07AAAAA0000A1Z5',
    });
    expect(shipment).toMatchObject({
      status: 'CREATED',
      awbNumber: null,
      labelUrl: null,
      totalCharge: null,
      invoiceValue: 999.5,
      codAmount: 999.5,
      totalWeight: 450,
      totalLength: 20,
      dropName: 'Ravi Kumar Sharma',
      pickupPincode: '110006',
      remarks: 'नाज़ुक ₹ 📦',
      invoiceDate: '2026-11-01T00:00:00.000Z',
      isCodCollected: false,
    });
    expect(shipment.shipmentNumber).toMatch(/^S\d{6}-[0-9A-Z]{8}$/);
    expect(shipment.packages[0]?.items[0]).toMatchObject({
      itemName: 'Cotton kurta',
      totalPrice: 999.5,
      sku: 'KURTA-1',
    });
    expect(await service.call(getShipment, context, { id: shipment.id })).toEqual({
      ...shipment,
      trackingEvents: [expect.objectContaining({ status: 'CREATED' })],
      cod: { amount: 999.5, isCollected: false, collectedAt: null, remittanceId: null, remittanceStatus: null },
    });
    expect(await eventsOf(service, shipment.id)).toEqual(['1 CREATED']);
  });

  test('of 20 simultaneous creates with one reference exactly one succeeds', async () => {
    const context = organizationContext(newOrganizationId());
    const request = draftRequest();
    const runs = await Promise.allSettled(
      Array.from({ length: 20 }, (_, run) =>
        service.call(createShipment, { ...context, operationId: `run-${run}` }, request),
      ),
    );
    expect(runs.filter((run) => run.status === 'fulfilled')).toHaveLength(1);
    const refusals = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason.code] : []));
    expect(new Set(refusals)).toEqual(new Set(['DUPLICATE_ORDER_REF']));
  });

  test('allowDuplicate makes a second live shipment, which still blocks a third', async () => {
    const { context, organizationId, shipment } = await createDraft(service);
    const { orderReferenceNumber } = shipment;
    const second = await createDraft(service, { orderReferenceNumber, allowDuplicate: true }, organizationId);
    await service.call(cancelShipment, context, { id: shipment.id });
    const third = await refusalOf(createDraft(service, { orderReferenceNumber }, organizationId));
    expect(third).toMatchObject({ code: 'DUPLICATE_ORDER_REF' });
    await service.call(cancelShipment, context, { id: second.shipment.id });
    expect((await createDraft(service, { orderReferenceNumber }, organizationId)).shipment.status).toBe('CREATED');
  });

  test('two organizations may use one reference', async () => {
    const { shipment } = await createDraft(service);
    const other = await createDraft(service, { orderReferenceNumber: shipment.orderReferenceNumber });
    expect(other.shipment.id).not.toBe(shipment.id);
  });

  test('the same request again (same operation id) gives the same draft, not a refusal', async () => {
    const context = organizationContext(newOrganizationId());
    const request = draftRequest();
    const first = await service.call(createShipment, context, request);
    const again = await service.call(createShipment, context, request);
    expect(again.shipment).toEqual(first.shipment);
  });

  test('a saved pickup address is copied into the draft; an unknown one is refused', async () => {
    const organizationId = newOrganizationId();
    const context = organizationContext(organizationId);
    const saved = await service.call(createPickupAddress, context, { ...delhi, nickname: 'Main' });
    const { shipment } = await createDraft(service, { pickup: undefined, pickupAddressId: saved.id }, organizationId);
    expect(shipment).toMatchObject({ pickupName: delhi.name, pickupPincode: delhi.pincode });
    const stranger = await refusalOf(createDraft(service, { pickup: undefined, pickupAddressId: saved.id }));
    expect(stranger).toMatchObject({ code: 'PICKUP_ADDRESS_UNKNOWN' });
  });

  test.each([
    ['pickup', { pickup: undefined }],
    ['codAmount', { paymentMode: 'COD' as const }],
    ['isQcRequired', { isQcRequired: true }],
    ['carrierId', { carrierId: 'pigeon-air' }],
    ['preferredCourier', { preferredCourier: 'PIGEON' }],
    ['invoiceValue', { invoiceValue: 10.001 }],
  ])('names %s when it is at fault', async (field, overrides) => {
    const error = await refusalOf(createDraft(service, overrides));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(Object.keys(error.errors ?? {})).toEqual([field]);
  });
});
