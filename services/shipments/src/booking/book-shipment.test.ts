import { bookShipment, FreightError, getShipment, getShipmentDecision, patchShipment } from '@freight/contracts';
import type { FaultKind } from '@freight/courier-sandbox';
import { eventually, organizationContext } from '@freight/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addFault,
  bluedartSurface,
  consignmentsAt,
  createDraft,
  delhiverySurface,
  eventsOf,
  refusalOf,
  type ShipmentsForTest,
  startShipmentsForTest,
} from '../shipments.fixture.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.control.faults.clear();
  service.neighbours.kycStatus = 'APPROVED';
  service.neighbours.candidates = [delhiverySurface, bluedartSurface];
  service.neighbours.reserveFails = undefined;
});

/** Delhivery's booking misbehaves from now on. */
const misbehave = (kind: FaultKind) => addFault(service.sandbox, { courier: 'delhivery', operation: 'book', kind });
const consignmentsOf = (reference: string) => consignmentsAt(service.sandbox, reference);
const statusesOf = async (shipmentId: string) => {
  const attempts = await service.db
    .selectFrom('booking_attempts')
    .select('id')
    .where('shipment_id', '=', shipmentId)
    .orderBy('attempt_number')
    .execute();
  return attempts.map(({ id }) => service.reservations.get(id));
};
describe('booking', () => {
  test('buys one AWB, sets the charges, posts the reservation and announces one event', async () => {
    const { context, shipment } = await createDraft(service);
    const booked = await service.call(bookShipment, context, { id: shipment.id });

    expect(booked).toMatchObject({
      status: 'LABEL_GENERATED',
      carrierId: 'delhivery-surface',
      labelUrl: `http://127.0.0.1:8080/api/v1/shipments/${shipment.id}/label.pdf`,
      shipment: { totalCharge: 118, freightCharge: 100, gstAmount: 18, zone: 'METRO', courierName: 'Delhivery' },
      courierResponse: { metadata: { success: true }, result: { waybill: booked.awbNumber } },
    });
    expect(booked.awbNumber).toMatch(/^1316\d{10}$/);
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toMatchObject([{ awb: booked.awbNumber }]);
    expect(await statusesOf(shipment.id)).toEqual(['POSTED']);
    expect((await eventsOf(service, shipment.id)).slice(0, 2)).toEqual(['1 CREATED', '2 LABEL_GENERATED']);
  });

  test('PICKUP_SCHEDULED follows from the courier’s answer to the pickup request', async () => {
    const { context, shipment } = await createDraft(service);
    await service.call(bookShipment, context, { id: shipment.id });
    await eventually(async () => {
      expect(await service.call(getShipment, context, { id: shipment.id })).toMatchObject({
        status: 'PICKUP_SCHEDULED',
      });
    });
  });

  test('50 parallel bookings of one draft give one AWB and one reservation', async () => {
    const { context, shipment } = await createDraft(service);
    const runs = await Promise.allSettled(
      Array.from({ length: 50 }, (_, run) =>
        service.call(bookShipment, { ...context, operationId: `run-${run}` }, { id: shipment.id }),
      ),
    );
    expect(runs.filter((run) => run.status === 'fulfilled')).toHaveLength(1);
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toHaveLength(1);
    expect(await statusesOf(shipment.id)).toEqual(['POSTED']);
  });

  test('the same request again (same operation id) hears the same result instead of a refusal', async () => {
    const { context, shipment } = await createDraft(service);
    const first = await service.call(bookShipment, context, { id: shipment.id });
    const again = await service.call(bookShipment, context, { id: shipment.id });
    expect(again.awbNumber).toBe(first.awbNumber);
    const other = await refusalOf(
      service.call(bookShipment, { ...context, operationId: 'another' }, { id: shipment.id }),
    );
    expect(other).toMatchObject({ code: 'INVALID_STATE' });
  });

  test('KYC is asked before money, money before any courier call', async () => {
    const { context, shipment } = await createDraft(service);
    service.neighbours.kycStatus = 'PENDING';
    service.neighbours.reserveFails = new FreightError('INSUFFICIENT_BALANCE');
    expect(await refusalOf(service.call(bookShipment, context, { id: shipment.id }))).toMatchObject({
      code: 'KYC_NOT_APPROVED',
    });
    service.neighbours.kycStatus = 'APPROVED';
    expect(await refusalOf(service.call(bookShipment, context, { id: shipment.id }))).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toEqual([]);
    service.neighbours.reserveFails = undefined;
    expect(await service.call(bookShipment, context, { id: shipment.id })).toMatchObject({ status: 'LABEL_GENERATED' });
  });

  test('fails over to the next candidate when a courier refuses, and gives the first hold back', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('reject');
    const booked = await service.call(bookShipment, context, { id: shipment.id });
    expect(booked.carrierId).toBe('bluedart-surface');
    expect(await statusesOf(shipment.id)).toEqual(['RELEASED', 'POSTED']);
  });

  test('fails over when a courier answers 500 and has no such reference', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('http500');
    const booked = await service.call(bookShipment, context, { id: shipment.id });
    expect(booked.carrierId).toBe('bluedart-surface');
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toMatchObject([{ courier: 'bluedart' }]);
  });

  test('a named carrier is never switched: its refusal is the answer, and nothing stays held', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('reject');
    const error = await refusalOf(
      service.call(bookShipment, context, { id: shipment.id, carrierId: 'delhivery-surface' }),
    );
    expect(error).toMatchObject({ code: 'COURIER_REJECTED' });
    expect(await statusesOf(shipment.id)).toEqual(['RELEASED']);
    expect(await service.call(getShipment, context, { id: shipment.id })).toMatchObject({ status: 'CREATED' });
  });

  test('an answer that is lost after the courier made the consignment is found by reference: one AWB', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('timeoutAfterEffect');
    const booked = await service.call(bookShipment, context, { id: shipment.id });
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toMatchObject([{ awb: booked.awbNumber }]);
    expect(await statusesOf(shipment.id)).toEqual(['POSTED']);
  });

  test('garbage after the effect is found by reference too', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('garbage');
    const booked = await service.call(bookShipment, context, { id: shipment.id });
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toMatchObject([{ awb: booked.awbNumber }]);
  });

  test('silence is settled by the recovery loop: nothing held, nobody else tried, the draft can be booked again', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('timeout');
    const error = await refusalOf(service.call(bookShipment, context, { id: shipment.id }));
    expect(error).toMatchObject({ code: 'COURIER_UNAVAILABLE' });
    const busy = await refusalOf(
      service.call(bookShipment, { ...context, operationId: 'impatient' }, { id: shipment.id }),
    );
    expect(busy).toMatchObject({ code: 'INVALID_STATE' });

    service.sandbox.control.faults.clear();
    await eventually(async () => expect(await statusesOf(shipment.id)).toEqual(['RELEASED']));
    const booked = await eventually(() =>
      service.call(bookShipment, { ...context, operationId: 'later' }, { id: shipment.id }),
    );
    expect(await consignmentsOf(shipment.orderReferenceNumber)).toMatchObject([{ awb: booked.awbNumber }]);
  });

  test('an edit while a booking is open is refused, so what is booked is what was priced', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('latency');
    const booking = service.call(bookShipment, context, { id: shipment.id });
    await eventually(async () => {
      const open = await service.db
        .selectFrom('bookings')
        .select('id')
        .where('shipment_id', '=', shipment.id)
        .executeTakeFirst();
      expect(open).toBeDefined();
    });
    const error = await refusalOf(service.call(patchShipment, context, { id: shipment.id, remarks: 'late' }));
    expect(error).toMatchObject({ code: 'INVALID_STATE' });
    expect(await booking).toMatchObject({ status: 'LABEL_GENERATED' });
  });

  test('the decision record names every attempt with its candidates and reasons', async () => {
    const { context, shipment } = await createDraft(service);
    await misbehave('reject');
    await service.call(bookShipment, context, { id: shipment.id });
    const decision = await service.call(getShipmentDecision, context, { id: shipment.id });
    expect(decision.attempts).toMatchObject([
      { attemptNumber: 1, status: 'RELEASED', carrierId: 'delhivery-surface' },
      { attemptNumber: 2, status: 'BOOKED', carrierId: 'bluedart-surface' },
    ]);
    expect(decision.attempts[0]?.trace).toMatchObject([{ reason: 'cheapest' }, { reason: 'cheapest' }]);
  });

  test('another organization’s draft is not found', async () => {
    const { shipment } = await createDraft(service);
    const error = await refusalOf(service.call(bookShipment, organizationContext('org_stranger'), { id: shipment.id }));
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
  });
});
