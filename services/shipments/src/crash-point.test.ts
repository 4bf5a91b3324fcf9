import { bookShipment, cancelShipment, getShipment, listStuckBookings, type ShipmentStatus } from '@freight/contracts';
import { eventually, systemContext } from '@freight/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CrashingShipments, compileProgram, crashingShipments } from './crash.fixture.ts';
import { type CrashPoint, crashPoints } from './crash-point.ts';
import { addFault, consignmentsAt, createDraft, type ReservationStatus } from './shipments.fixture.ts';

type Death = {
  /** Where the first process dies, and the one after it. */
  at: [CrashPoint, ...CrashPoint[]];
  operation: 'book' | 'cancel';
  /** What is wrong with the first candidate's courier until the deaths are over. */
  fault?: 'reject' | 'latency';
  carrierId?: string;
  /** What becomes of the holds of the booking's attempts, in their order; the last is the retry's. */
  reservations: ReservationStatus[];
  /** Consignments that the courier made and that were cancelled again. */
  cancelled?: number;
};

const deaths: Death[] = [
  { at: ['booking.opened'], operation: 'book', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.reserved'], operation: 'book', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.marked-sent'], operation: 'book', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.courier-answered'], operation: 'book', reservations: ['POSTED'] },
  { at: ['booking.committed'], operation: 'book', reservations: ['POSTED'] },
  { at: ['booking.posted'], operation: 'book', reservations: ['POSTED'] },
  { at: ['booking.releasing'], operation: 'book', fault: 'reject', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.released'], operation: 'book', fault: 'reject', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.next-opened'], operation: 'book', fault: 'reject', reservations: ['RELEASED', 'RELEASED', 'POSTED'] },
  {
    at: ['booking.failed'],
    operation: 'book',
    fault: 'reject',
    carrierId: 'bluedart-surface',
    reservations: ['RELEASED', 'POSTED'],
  },
  { at: ['booking.marked-sent', 'recovery.releasing'], operation: 'book', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.marked-sent', 'recovery.released'], operation: 'book', reservations: ['RELEASED', 'POSTED'] },
  { at: ['booking.courier-answered', 'booking.committed'], operation: 'book', reservations: ['POSTED'] },
  { at: ['booking.courier-answered', 'booking.posted'], operation: 'book', reservations: ['POSTED'] },
  {
    at: ['recovery.late-cancelled'],
    operation: 'book',
    fault: 'latency',
    reservations: ['RELEASED', 'POSTED'],
    cancelled: 1,
  },
  { at: ['courier-task.claimed'], operation: 'book', reservations: ['POSTED'] },
  { at: ['courier-task.told'], operation: 'book', reservations: ['POSTED'] },
  { at: ['courier-task.pickup-scheduled'], operation: 'book', reservations: ['POSTED'] },
  { at: ['cancelling.committed'], operation: 'cancel', reservations: ['REFUNDED'], cancelled: 1 },
  { at: ['cancelling.refunded'], operation: 'cancel', reservations: ['REFUNDED'], cancelled: 1 },
  { at: ['cancelling.refunded', 'courier-task.told'], operation: 'cancel', reservations: ['REFUNDED'], cancelled: 1 },
  { at: ['cancelling.courier-answered'], operation: 'cancel', reservations: ['REFUNDED'], cancelled: 1 },
];

beforeAll(compileProgram);

test('every crash point is died at', () => {
  expect(new Set(deaths.flatMap(({ at }) => at))).toEqual(new Set(crashPoints));
});

describe.concurrent('a process that dies, is started again and asked again leaves one consignment and one charge', () => {
  const named = deaths.map((death) => [`${death.operation}: ${death.at.join(', then ')}`, death] as const);
  test.each(named)('%s', { timeout: 240_000 }, async (_name, death) => {
    const service = await crashingShipments();
    try {
      const die = death.operation === 'book' ? dieBooking : dieCancelling;
      const { awb, reference } = await die(service, death);
      const consignments = await consignmentsAt(service.sandbox, reference);
      const live = consignments.filter((one) => !one.cancelled).map((one) => one.awb);
      expect(live).toEqual(death.operation === 'book' ? [awb] : []);
    } finally {
      await service.stop();
    }
  });
});

/** The shipment's AWB, and the reference under which the courier's consignments are found. */
type Outcome = { awb: string; reference: string };

const dieBooking = async (
  service: CrashingShipments,
  { at, fault, carrierId, ...expected }: Death,
): Promise<Outcome> => {
  const [first, ...later] = at;
  const mortal = await service.start(first);
  const { context, shipment } = await createDraft(service);
  const input = { id: shipment.id, carrierId };
  if (fault !== undefined) {
    await addFault(service.sandbox, { courier: 'bluedart', operation: 'book', kind: fault, latencyMs: 2_500 });
  }
  unheard(service.call(bookShipment, context, input));
  await mortal.death();
  for (const point of later) await (await service.start(point)).death();
  service.sandbox.control.faults.clear();

  await service.start();
  const booked = await service.call(bookShipment, context, input);
  const again = await service.call(bookShipment, context, input);
  expect(again.awbNumber).toBe(booked.awbNumber);
  await expectSettled(service, shipment, { ...expected, statuses: ['CREATED', 'LABEL_GENERATED', 'PICKUP_SCHEDULED'] });
  return { awb: booked.awbNumber, reference: shipment.orderReferenceNumber };
};

const dieCancelling = async (service: CrashingShipments, { at, ...expected }: Death): Promise<Outcome> => {
  const [first, ...later] = at;
  const mortal = await service.start(first);
  const { context, shipment } = await createDraft(service);
  const { id } = shipment;
  const { awbNumber } = await service.call(bookShipment, context, { id });
  await eventually(async () => {
    expect(await service.call(getShipment, context, { id })).toMatchObject({ status: 'PICKUP_SCHEDULED' });
  });
  const cancel = { ...context, operationId: 'cancel' };
  unheard(service.call(cancelShipment, cancel, { id }));
  await mortal.death();
  for (const point of later) await (await service.start(point)).death();

  await service.start();
  expect(await service.call(cancelShipment, cancel, { id })).toMatchObject({ success: true, refunded: 118 });
  await expectSettled(service, shipment, {
    ...expected,
    statuses: ['CREATED', 'LABEL_GENERATED', 'PICKUP_SCHEDULED', 'CANCELLED'],
  });
  expect(await service.call(cancelShipment, cancel, { id })).toEqual({
    success: true,
    courierCancelled: true,
    courierError: null,
    refunded: 118,
  });
  return { awb: awbNumber, reference: shipment.orderReferenceNumber };
};

/** The answer of a process that dies comes before its death or never; a caller learns of the latter at its time limit. */
const unheard = (answer: Promise<unknown>): void => void answer.catch(() => {});

/** Nothing is left to be done, each status was announced once, and no hold is both or neither. */
const expectSettled = async (
  { db, call, reservations, sandbox, published }: CrashingShipments,
  shipment: { id: string; orderReferenceNumber: string },
  expected: Pick<Death, 'reservations' | 'cancelled'> & { statuses: ShipmentStatus[] },
): Promise<void> => {
  await eventually(async () => {
    const consignments = await consignmentsAt(sandbox, shipment.orderReferenceNumber);
    expect(consignments.filter((one) => one.cancelled)).toHaveLength(expected.cancelled ?? 0);
    const attempts = await db.selectFrom('booking_attempts').select('id').orderBy('started_at').execute();
    expect(attempts.map(({ id }) => reservations.get(id))).toEqual(expected.reservations);
    const tasks = await db.selectFrom('courier_tasks').select('status').execute();
    expect(tasks.filter(({ status }) => status !== 'DONE')).toEqual([]);
    expect(published(shipment.id)).toEqual(expected.statuses.map((status, index) => `${index + 1} ${status}`));
  }, 20_000);
  expect(await call(listStuckBookings, systemContext(), {})).toMatchObject({ data: [] });
  const open = await db.selectFrom('bookings').select('id').where('status', '=', 'OPEN').execute();
  expect(open).toEqual([]);
};
