import { bookShipment, getShipment, listShipments, patchShipment } from '@freight/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDraft, refusalOf, type ShipmentsForTest, startShipmentsForTest } from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());

describe('editing a draft', () => {
  test('changes what it names and leaves the rest', async () => {
    const { context, shipment } = await createDraft(service);
    const patched = await service.call(patchShipment, context, {
      id: shipment.id,
      remarks: 'Ring twice',
      paymentMode: 'COD',
      codAmount: 500,
      drop: { ...dropOf(shipment), city: 'Thane', pincode: '400601' },
    });
    expect(patched).toMatchObject({ remarks: 'Ring twice', paymentMode: 'COD', codAmount: 500, dropPincode: '400601' });
    expect(patched).toMatchObject({ pickupPincode: shipment.pickupPincode, packages: shipment.packages });
    const { trackingEvents: _, cod: __, ...read } = await service.call(getShipment, context, { id: shipment.id });
    expect(read).toEqual(patched);
  });

  test('is what a search looks at afterwards', async () => {
    const { context, shipment } = await createDraft(service);
    await service.call(patchShipment, context, {
      id: shipment.id,
      drop: { ...dropOf(shipment), name: 'Kiran Rao', city: 'Mumbai', pincode: '400020' },
    });
    const found = async (search: string) => (await service.call(listShipments, context, { search })).meta.total;
    expect([await found('kiran'), await found(shipment.dropName)]).toEqual([1, 0]);
  });

  test('two edits at once both count', async () => {
    const { context, shipment } = await createDraft(service);
    await Promise.all([
      service.call(patchShipment, context, { id: shipment.id, remarks: 'one' }),
      service.call(patchShipment, context, { id: shipment.id, invoiceNumber: 'INV-2' }),
    ]);
    expect(await service.call(getShipment, context, { id: shipment.id })).toMatchObject({
      remarks: 'one',
      invoiceNumber: 'INV-2',
    });
  });

  test('is refused after booking, with the present status', async () => {
    const { context, shipment } = await createDraft(service);
    await service.call(bookShipment, context, { id: shipment.id });
    const error = await refusalOf(service.call(patchShipment, context, { id: shipment.id, remarks: 'late' }));
    expect(error).toMatchObject({ code: 'INVALID_STATE' });
    expect(error.message).toMatch(/LABEL_GENERATED|PICKUP_SCHEDULED/);
  });

  test('cannot take a reference that another live shipment has, nor make a COD draft without amount', async () => {
    const { context, organizationId, shipment } = await createDraft(service);
    const other = await createDraft(service, {}, organizationId);
    const taken = await refusalOf(
      service.call(patchShipment, context, {
        id: other.shipment.id,
        orderReferenceNumber: shipment.orderReferenceNumber,
      }),
    );
    expect(taken).toMatchObject({ code: 'DUPLICATE_ORDER_REF' });
    const withoutAmount = await refusalOf(
      service.call(patchShipment, context, { id: shipment.id, paymentMode: 'COD' }),
    );
    expect(withoutAmount).toMatchObject({ code: 'VALIDATION_FAILED', errors: { codAmount: [expect.any(String)] } });
  });
});

const dropOf = (shipment: { dropName: string; dropPhone: string; dropAddress: string; dropState: string }) => ({
  name: shipment.dropName,
  phone: shipment.dropPhone,
  address: shipment.dropAddress,
  state: shipment.dropState,
});
