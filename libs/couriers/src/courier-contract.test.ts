import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { courierCapabilities } from './capability-table.ts';
import { contractSetup } from './testing/contract-setup.ts';
import { courierFacts } from './testing/courier-facts.ts';
import {
  bookingRequest,
  reverseRequest,
  type SandboxFixture,
  startSandboxFixture,
  testedCouriers,
  valueOf,
} from './testing/sandbox-fixture.ts';

/** One suite for all couriers, lanes to labels; `tracking-contract.test.ts` goes on after that. */
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await startSandboxFixture();
});
afterEach(() => fixture.sandbox.control.faults.clear());
afterAll(() => fixture.close());

const lane = { pickupPincode: '110006', dropPincode: '400050', service: 'surface' } as const;

describe.each(testedCouriers)('%s', (courier) => {
  const offers = courierCapabilities[courier];
  if (offers === undefined) throw new Error(`no capabilities of ${courier}`);
  const facts = courierFacts[courier];
  const isFinder = offers.findByReference === 'look-up' || offers.findByReference === 'by-awb';
  const setUp = () => contractSetup(fixture, courier);

  it.each(offers.services)('serves an ordinary lane by %s and tells the days where it can', async (service) => {
    const { adapter, connection } = setUp();
    const answer = valueOf(await adapter.serviceability(connection, { ...lane, service }));
    expect(answer).toMatchObject({
      isServiceable: true,
      prepaid: true,
      cod: true,
      pickup: true,
      reverse: offers.reverse,
      eddDays: facts.days[service],
    });
  });

  it.each([
    ['799999', 'an unserved pincode', { isServiceable: false, cod: false, prepaid: false }],
    ['799998', 'an embargo', { isServiceable: false, cod: false, prepaid: false }],
    ['799997', 'a pincode without cash on delivery', { isServiceable: true, cod: !facts.tellsCod, prepaid: true }],
  ])('says what it cannot do at %s, %s', async (dropPincode, _, expected) => {
    const { adapter, connection } = setUp();
    expect(valueOf(await adapter.serviceability(connection, { ...lane, dropPincode }))).toMatchObject(expected);
  });

  it.each(offers.services)('books by %s and the wire carries every quantity in its own unit', async (service) => {
    const { book, consignmentOf } = setUp();
    const { request, booking } = await book({ service });
    expect(booking.awb).toMatch(facts.awb);
    expect(consignmentOf(booking.awb)).toMatchObject({
      courier,
      service,
      reference: facts.carries.orderReference ? request.orderReference : request.reference,
      bookingReference: request.reference,
      paymentMode: 'PREPAID',
      codAmount: 0,
      weightGrams: 480,
      isReverse: false,
      pickup: { pincode: '110006' },
      drop: { name: 'Asha Kulkarni', phone: '9820012345', pincode: '400050' },
    });
  });

  it('takes cash on delivery in rupees and paise', async () => {
    const { bookAwb, consignmentOf } = setUp();
    const awb = await bookAwb({ paymentMode: 'COD', codAmountPaise: 149_950 });
    expect(consignmentOf(awb)).toMatchObject({ paymentMode: 'COD', codAmount: 1499.5 });
  });

  it('refuses cash on delivery where the pincode has none, and an unserved pincode as such', async () => {
    const { adapter, connection, numbered } = setUp();
    const to = async (pincode: string) => {
      const request = bookingRequest({ paymentMode: 'COD', codAmountPaise: 100_00 });
      return adapter.book(connection, await numbered({ ...request, drop: { ...request.drop, pincode } }));
    };
    expect(await to('799997')).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
    expect(await to('799999')).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  });

  it.runIf(offers.codLimitPaise !== null)('refuses more cash than the courier carries, before any call', async () => {
    const { adapter, silent } = setUp();
    const codAmountPaise = (offers.codLimitPaise ?? 0) + 100;
    const outcome = await adapter.book(silent, bookingRequest({ awb: 'X', paymentMode: 'COD', codAmountPaise }));
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  });

  it('refuses what the courier does not offer before any call, in words for a merchant', async () => {
    const { adapter, silent } = setUp();
    const [parcel] = bookingRequest().packages;
    const parcels = parcel === undefined ? [] : [parcel, parcel];
    const book = (request: ReturnType<typeof bookingRequest>) => () => adapter.book(silent, { ...request, awb: 'X' });
    const qc = { isQcRequired: true, qcItems: [{ name: 'Shirt', quantity: 1, imageUrls: [] }] };
    const asks = [
      [!offers.services.includes('air'), book(bookingRequest({ service: 'air' }))],
      [!offers.reverse, book(reverseRequest())],
      [offers.reverseQc === null, book(reverseRequest(qc))],
      [!offers.exchange, book(bookingRequest({ shipmentType: 'EXCHANGE' }))],
      [!offers.multiPackage, book(bookingRequest({ packages: parcels }))],
      [!offers.cancel, () => adapter.cancel(silent, { awb: 'X' })],
      [offers.label !== 'on-request', () => adapter.label(silent, { awb: 'X' })],
      [offers.awb !== 'prefetched', () => adapter.prefetchAwb(silent, { shipmentType: 'FORWARD' })],
      [!offers.proofOfDelivery, () => adapter.proofOfDelivery(silent, { awb: 'X' })],
      [!offers.ndrIsAsynchronous, () => adapter.ndrResult(silent, { awb: 'X', courierReference: '1' })],
      [true, () => adapter.ndrAction(silent, { awb: 'X', action: 'CONTACT_CUSTOMER' })],
      [!offers.ndrActions.includes('RTO'), () => adapter.ndrAction(silent, { awb: 'X', action: 'RTO' })],
      [offers.findByReference === 'none', () => adapter.findByReference(silent, { reference: 'X' })],
    ] as const;
    const refusals = await Promise.all(asks.filter(([isAbsent]) => isAbsent).map(([, ask]) => ask()));
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ reason: 'NOT_SUPPORTED' })));
  });

  it('refuses a reference that not every courier can hold before it calls', async () => {
    const { adapter, silent } = setUp();
    const outcome = await adapter.book(silent, bookingRequest({ reference: 'this-is-much-too-long-and-small' }));
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  });

  it('answers a second booking of one reference in its own way, and we know which', async () => {
    const { adapter, connection, book, control } = setUp();
    const { request, booking } = await book();
    expect(await adapter.book(connection, request)).toMatchObject(facts.repeat.answer);
    const kept = control.store.byReference(request.reference).map(({ awb }) => awb);
    expect(kept).toHaveLength(facts.repeat.consignments);
    expect(kept).toContain(booking.awb);
  });

  it.runIf(isFinder)('finds what was booked, and nothing under a reference that was not', async () => {
    const { adapter, connection, book, numbered } = setUp();
    const { request, booking } = await book();
    const found = await adapter.findByReference(connection, { reference: request.reference, booking: request });
    expect(valueOf(found)).toMatchObject({ awb: booking.awb, isCancelled: false });
    const never = await numbered(bookingRequest());
    const nothing = await adapter.findByReference(connection, { reference: never.reference, booking: never });
    expect(valueOf(nothing)).toBeNull();
  });

  it.runIf(offers.findByReference === 'replay')(
    'asks by sending the booking again, which makes the one that was missing, and asks nothing without it',
    async () => {
      const { adapter, connection, control, silent, numbered } = setUp();
      const never = await numbered(bookingRequest());
      const { reference } = never;
      expect(await adapter.findByReference(silent, { reference })).toMatchObject({ reason: 'INVALID_REQUEST' });
      const made = valueOf(await adapter.findByReference(connection, { reference, booking: never }));
      expect(control.store.byReference(reference).map(({ awb }) => awb)).toEqual([made?.awb]);
    },
  );

  it('leaves exactly one consignment after a booking that timed out after its effect', async () => {
    const { adapter, connection, book, control, fault, numbered } = setUp();
    // A first booking registers the warehouse where that is needed, so that the fault meets the booking itself.
    await book();
    const request = await numbered(bookingRequest());
    fault({ operation: 'book', kind: 'timeoutAfterEffect', count: 2 });
    expect(await adapter.book(connection, request)).toMatchObject({ kind: 'unknown' });
    control.faults.clear();
    const [kept, ...more] = control.store.byReference(request.reference);
    expect(more).toEqual([]);
    const found = await adapter.findByReference(connection, { reference: request.reference, booking: request });
    const value = facts.afterTimeout === 'done' ? { value: { awb: kept?.awb } } : {};
    expect(found).toMatchObject({ kind: facts.afterTimeout, ...value });
    expect(control.store.byReference(request.reference)).toHaveLength(1);
  });

  it.each([
    ['http500', { kind: 'unknown' }],
    ['garbage', { kind: 'unknown' }],
    ['http429', { kind: 'refused', reason: 'RATE_LIMITED' }],
    ['reject', { kind: 'refused' }],
    ['latency', { kind: 'done' }],
  ] as const)('tells a booking that met %s by its outcome', async (kind, expected) => {
    const { adapter, connection, book, fault, numbered } = setUp();
    await book();
    const request = await numbered(bookingRequest());
    fault({ operation: 'book', kind, count: 2 });
    expect(await adapter.book(connection, request)).toMatchObject(expected);
  });

  it.runIf(offers.cancel)('cancels before pickup, and cancelling again is done as well', async () => {
    const { adapter, connection, book, consignmentOf } = setUp();
    const { booking } = await book();
    const { awb } = booking;
    const wish = { awb, courierOrderId: booking.courierOrderId ?? undefined };
    expect(valueOf(await adapter.cancel(connection, wish))).toEqual({ state: 'cancelled' });
    expect(valueOf(await adapter.cancel(connection, wish))).toEqual({ state: 'cancelled' });
    expect(consignmentOf(awb).cancelled).toBe(true);
  });

  it.runIf(offers.cancel && isFinder)('finds a cancelled consignment as cancelled', async () => {
    const { adapter, connection, book } = setUp();
    const { request, booking } = await book();
    await adapter.cancel(connection, { awb: booking.awb });
    const found = await adapter.findByReference(connection, { reference: request.reference, booking: request });
    expect(valueOf(found)?.isCancelled).toBe(true);
  });

  it.runIf(offers.cancel)('is told when it is too late to cancel', async () => {
    const { adapter, connection, book, scan } = setUp();
    const { booking } = await book();
    const { awb } = booking;
    for (const status of ['PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const) scan(awb, { status });
    const wish = { awb, courierOrderId: booking.courierOrderId ?? undefined };
    expect(await adapter.cancel(connection, wish)).toMatchObject({ kind: 'refused', reason: 'NOT_ALLOWED' });
  });

  it.runIf(offers.pickup === 'on-request')(
    'asks for a pickup, and a pickup that is open already is as good',
    async () => {
      const { adapter, connection, book } = setUp();
      const { request, booking } = await book();
      const pickup = {
        place: request.pickup,
        readyAt: new Date(Date.now() + 86_400_000),
        awbs: [booking.awb],
        packageCount: 1,
        weightGrams: 480,
        service: 'surface',
        shipmentType: 'FORWARD',
      } as const;
      expect(await adapter.requestPickup(connection, pickup)).toMatchObject({ kind: 'done' });
      expect(await adapter.requestPickup(connection, pickup)).toMatchObject({ kind: 'done' });
    },
  );

  it.runIf(offers.label !== 'none')('passes the label on as a PDF, by whichever way it comes', async () => {
    const { adapter, connection, book } = setUp();
    const { booking } = await book();
    const file = booking.label ?? valueOf(await adapter.label(connection, { awb: booking.awb }));
    expect(file.contentType).toBe('application/pdf');
    expect(Buffer.from(file.bytes).toString('latin1')).toContain('%%EOF');
  });

  it('refuses wrong credentials as a matter of the account', async () => {
    const { adapter, account, numbered } = setUp();
    const credentials = Object.fromEntries(Object.keys(account.credentials).map((name) => [name, 'wrong']));
    const wrong = { account: { ...account, credentials }, caller: fixture.caller };
    const outcome = await adapter.book(wrong, await numbered(bookingRequest()));
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'ACCOUNT' });
  });
});
