import { bookShipment, cancelShipment, FreightError, getShipment, listStuckBookings } from '@freight/contracts';
import { eventually, systemContext } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compileProgram, crashingShipments } from '../crash.fixture.ts';
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
  // A worker's lease is five times as long: nobody takes an attempt over unless a test says that its time has come.
  service = await startShipmentsForTest({ COURIER_TIMEOUT_MS: '5000' });
});
afterAll(() => service.stop());
beforeEach(() => {
  service.sandbox.control.faults.clear();
  service.neighbours.candidates = [bluedartSurface, delhiverySurface];
  service.neighbours.releaseFails = undefined;
});

/** Bluedart takes a second to book: long enough to do something in the meantime. */
const slowBooking = () =>
  addFault(service.sandbox, { courier: 'bluedart', operation: 'book', kind: 'latency', latencyMs: 1_000 });

const attemptsOf = ({ db }: Pick<ShipmentsForTest, 'db'>, shipmentId: string) =>
  db
    .selectFrom('booking_attempts')
    .select(['id', 'step'])
    .where('shipment_id', '=', shipmentId)
    .orderBy('attempt_number')
    .execute();

const untilSent = (of: Pick<ShipmentsForTest, 'db'>, shipmentId: string) =>
  eventually(async () => expect(await attemptsOf(of, shipmentId)).toMatchObject([{ step: 'SENT' }]));

/** As if the worker had been away for a minute, and the courier had been asked once in that time. */
const letLeaseRunOut = (shipmentId: string) =>
  service.db
    .updateTable('booking_attempts')
    .set({ lease_until: sql`now()`, sent_at: sql`now() - interval '1 minute'`, recovery_tries: 1 })
    .where('shipment_id', '=', shipmentId)
    .execute();

const reservationsOf = async (of: Pick<ShipmentsForTest, 'db' | 'reservations'>, shipmentId: string) =>
  (await attemptsOf(of, shipmentId)).map(({ id }) => of.reservations.get(id));

describe('recovery beside a worker that is alive after all', () => {
  test('an answer after the attempt was given up makes a consignment for nobody, which is cancelled at once', async () => {
    const { context, shipment } = await createDraft(service);
    await slowBooking();
    const booking = refusalOf(service.call(bookShipment, context, { id: shipment.id }));
    await untilSent(service, shipment.id);
    await letLeaseRunOut(shipment.id);

    expect(await booking).toMatchObject({ code: 'COURIER_UNAVAILABLE' });
    await eventually(async () => {
      expect(await consignmentsAt(service.sandbox, shipment.orderReferenceNumber)).toMatchObject([{ cancelled: true }]);
    });
    expect(await reservationsOf(service, shipment.id)).toEqual(['RELEASED']);
    expect(await service.call(getShipment, context, { id: shipment.id })).toMatchObject({ status: 'CREATED' });
  });

  test('what recovery has committed is what the worker answers', async () => {
    const { context, shipment } = await createDraft(service);
    await slowBooking();
    await addFault(service.sandbox, { courier: 'bluedart', operation: 'track', kind: 'latency', latencyMs: 1_500 });
    const booking = service.call(bookShipment, context, { id: shipment.id });
    await untilSent(service, shipment.id);
    await letLeaseRunOut(shipment.id);

    const { awbNumber } = await booking;
    expect(await consignmentsAt(service.sandbox, shipment.orderReferenceNumber)).toMatchObject([
      { awb: awbNumber, cancelled: false },
    ]);
    await eventually(async () => expect(await reservationsOf(service, shipment.id)).toEqual(['POSTED']));
    const events = await eventsOf(service, shipment.id);
    expect(events.filter((event) => event.endsWith('LABEL_GENERATED'))).toHaveLength(1);
  });

  test('a refusal that comes after the attempt was taken over releases nothing twice and tries nobody else', async () => {
    const { context, shipment } = await createDraft(service);
    service.neighbours.onReserved = () => {
      service.neighbours.onReserved = undefined;
      service.neighbours.releaseFails = new FreightError('SERVICE_UNAVAILABLE');
    };
    await addFault(service.sandbox, { courier: 'bluedart', operation: 'book', kind: 'reject' });
    const error = await refusalOf(service.call(bookShipment, context, { id: shipment.id }));
    expect(error).toMatchObject({ code: 'COURIER_REJECTED' });
    expect(await attemptsOf(service, shipment.id)).toMatchObject([{ step: 'RELEASING' }]);
    const busy = await refusalOf(service.call(cancelShipment, context, { id: shipment.id }));
    expect(busy).toMatchObject({ code: 'INVALID_STATE' });

    service.neighbours.releaseFails = undefined;
    await eventually(async () => expect(await reservationsOf(service, shipment.id)).toEqual(['RELEASED']));
    await eventually(async () => expect(await attemptsOf(service, shipment.id)).toMatchObject([{ step: 'RELEASED' }]));
    expect(await service.call(cancelShipment, context, { id: shipment.id })).toMatchObject({ success: true });
  });
});

describe('a process that was asleep longer than its lease', () => {
  beforeAll(compileProgram);

  test('does not call the courier when its attempt was taken over before that', { timeout: 60_000 }, async () => {
    const apart = await crashingShipments();
    try {
      const sleeper = await apart.start();
      const { context, shipment } = await createDraft(apart);
      apart.neighbours.onReserved = () => {
        sleeper.pause();
        apart.neighbours.onReserved = undefined;
      };
      const answer = refusalOf(apart.call(bookShipment, context, { id: shipment.id }));
      await eventually(async () => expect(await reservationsOf(apart, shipment.id)).toEqual(['HELD']));
      apart.launch();
      await eventually(async () => {
        expect(await reservationsOf(apart, shipment.id)).toEqual(['RELEASED']);
      }, 20_000);
      sleeper.resume();
      expect(await answer).toMatchObject({ code: 'COURIER_UNAVAILABLE' });
      expect(await consignmentsAt(apart.sandbox, shipment.orderReferenceNumber)).toEqual([]);
    } finally {
      await apart.stop();
    }
  });
});

describe('bookings that the recovery loop cannot settle', () => {
  test('are listed with the reason until the courier can be asked again', async () => {
    const { context, organizationId, shipment } = await createDraft(service);
    await addFault(service.sandbox, { courier: 'bluedart', operation: 'book', kind: 'garbage' });
    await addFault(service.sandbox, { courier: 'bluedart', operation: 'track', kind: 'http500' });
    await refusalOf(service.call(bookShipment, context, { id: shipment.id }));
    await eventually(async () => {
      const stuck = await service.call(listStuckBookings, systemContext(), { organizationId });
      expect(stuck.data).toMatchObject([
        { shipmentId: shipment.id, step: 'SENT', lastError: 'the courier answered 500', recoveryTries: 1 },
      ]);
    });
    service.sandbox.control.faults.clear();
    await eventually(async () => {
      const stuck = await service.call(listStuckBookings, systemContext(), { organizationId });
      expect(stuck.data).toEqual([]);
    });
    expect(await reservationsOf(service, shipment.id)).toEqual(['POSTED']);
  });
});

describe('of two who want the same draft', () => {
  test('booking and cancelling at once, what the courier has and what is charged follow the status', async () => {
    const drafts = await Promise.all(Array.from({ length: 20 }, () => createDraft(service)));
    for (const { context, shipment } of drafts) {
      const [booked, cancelled] = await Promise.allSettled([
        service.call(bookShipment, context, { id: shipment.id }),
        service.call(cancelShipment, { ...context, operationId: 'cancel' }, { id: shipment.id }),
      ]);
      expect([booked.status, cancelled.status]).toContain('fulfilled');
      const { status } = await service.call(getShipment, context, { id: shipment.id });
      expect(status === 'CANCELLED').toBe(cancelled.status === 'fulfilled');
      const live = (await consignmentsAt(service.sandbox, shipment.orderReferenceNumber)).filter(
        (one) => !one.cancelled,
      );
      expect(live).toHaveLength(status === 'CANCELLED' ? 0 : 1);
      const charged = (await reservationsOf(service, shipment.id)).filter((one) => one === 'HELD' || one === 'POSTED');
      expect(charged).toEqual(status === 'CANCELLED' ? [] : ['POSTED']);
    }
  });
});
