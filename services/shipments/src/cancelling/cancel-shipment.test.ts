import { bookShipment, cancelShipment, getShipment } from '@freight/contracts';
import type { TrackedConsignment } from '@freight/couriers';
import { eventually } from '@freight/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import {
  addFault,
  consignmentsAt,
  createBooked,
  createDraft,
  eventsOf,
  refusalOf,
  type ShipmentsForTest,
  scan,
  startShipmentsForTest,
} from '../shipments.fixture.ts';
import { applyScans } from '../tracking/apply-scans.ts';

let service: ShipmentsForTest;
beforeAll(async () => {
  service = await startShipmentsForTest({ TRACKING_POLL_EVERY_MS: '100' });
});
afterAll(() => service.stop());

beforeEach(() => service.sandbox.control.faults.clear());

describe('cancelling', () => {
  test('a draft is cancelled without courier or refund', async () => {
    const { context, shipment } = await createDraft(service);
    expect(await service.call(cancelShipment, context, { id: shipment.id })).toEqual({
      success: true,
      courierCancelled: true,
      courierError: null,
      refunded: 0,
    });
  });

  test('a booked shipment is cancelled at the courier and refunded once', async () => {
    const { context, shipment, id } = await createBooked(service);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, run) =>
        service.call(cancelShipment, { ...context, operationId: `run-${run}` }, { id, reason: 'Changed my mind' }),
      ),
    );
    const done = answers.filter((answer) => answer.status === 'fulfilled');
    expect(done).toHaveLength(1);
    expect(done[0]?.value).toEqual({ success: true, courierCancelled: true, courierError: null, refunded: 118 });
    expect(await consignmentsAt(service.sandbox, shipment.orderReferenceNumber)).toMatchObject([{ cancelled: true }]);
    const read = await service.call(getShipment, context, { id });
    expect(read).toMatchObject({ status: 'CANCELLED', cancelledAt: expect.any(String) });
    expect((await eventsOf(service, id)).filter((event) => event.endsWith('CANCELLED'))).toHaveLength(1);
  });

  test('the same request again (same operation id) hears the same answer, and another one a refusal', async () => {
    const { context, id } = await createBooked(service);
    const first = await service.call(cancelShipment, context, { id });
    expect(first).toEqual({ success: true, courierCancelled: true, courierError: null, refunded: 118 });
    expect(await service.call(cancelShipment, context, { id })).toEqual(first);
    const other = await refusalOf(service.call(cancelShipment, { ...context, operationId: 'another' }, { id }));
    expect(other).toMatchObject({ code: 'INVALID_STATE', message: 'A CANCELLED shipment cannot be cancelled' });
  });

  test('a courier that does not answer is told until it is: the shipment is CANCELLED at once', async () => {
    const { context, shipment, id } = await createBooked(service);
    await addFault(service.sandbox, { courier: 'delhivery', operation: 'cancel', kind: 'http500' });
    const answer = await service.call(cancelShipment, context, { id });
    expect(answer).toMatchObject({ success: true, courierCancelled: false, refunded: 118 });
    expect(answer.courierError).toEqual(expect.any(String));
    service.sandbox.control.faults.clear();
    await eventually(async () => {
      expect(await consignmentsAt(service.sandbox, shipment.orderReferenceNumber)).toMatchObject([{ cancelled: true }]);
    });
  });

  test('is refused after pickup, with the present status', async () => {
    const { context, id, awb } = await createBooked(service);
    await scan(service.sandbox, awb, { status: 'PICKED_UP' });
    await eventually(async () => {
      expect(await service.call(getShipment, context, { id })).toMatchObject({ status: 'PICKED_UP' });
    });
    const error = await refusalOf(service.call(cancelShipment, context, { id }));
    expect(error).toMatchObject({ code: 'INVALID_STATE', message: 'A PICKED_UP shipment cannot be cancelled' });
  });

  test('of a cancel and a pickup scan at one moment one wins, and the versions have no gap', async () => {
    const rounds = await Promise.all(Array.from({ length: 10 }, () => createBooked(service)));
    for (const { context, organizationId, id, awb } of rounds) {
      const before = await getShipmentRow(service.db, organizationId, id);
      const [cancelled, moves] = await Promise.allSettled([
        service.call(cancelShipment, context, { id }),
        applyScans({ db: service.db, log: service.environment.log, wake: idle }, before, pickedUp(awb)),
      ]);
      const isCancelled = cancelled.status === 'fulfilled';
      expect(moves).toEqual({ status: 'fulfilled', value: isCancelled ? 0 : 1 });
      const { status, trackingEvents } = await service.call(getShipment, context, { id });
      expect(status).toBe(isCancelled ? 'CANCELLED' : 'PICKED_UP');
      expect(trackingEvents.map((event) => event.status)).toContain('PICKED_UP');
      const versions = (await eventsOf(service, id)).map((event) => Number.parseInt(event, 10));
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    }
  });

  test('a cancelled draft cannot be booked', async () => {
    const { context, shipment } = await createDraft(service);
    await service.call(cancelShipment, context, { id: shipment.id });
    const error = await refusalOf(service.call(bookShipment, context, { id: shipment.id }));
    expect(error).toMatchObject({ code: 'INVALID_STATE' });
  });
});

const idle = { relay: () => {}, courierTasks: () => {}, courierPushes: () => {} };

const pickedUp = (awb: string): TrackedConsignment => ({
  awb,
  reference: null,
  scans: [
    {
      status: 'PICKED_UP',
      isKnownCode: true,
      at: new Date(),
      description: 'Picked up',
      location: null,
      rawStatus: 'Picked Up',
      rawStatusCode: 'X-PPOM',
    },
  ],
  expectedDeliveryDate: null,
  reweigh: null,
});
