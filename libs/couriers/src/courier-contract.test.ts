import { shipmentStatuses } from '@freight/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scan } from './scan.ts';
import {
  bookingRequest,
  eventually,
  reverseRequest,
  type SandboxFixture,
  startSandboxFixture,
  testedCouriers,
  valueOf,
} from './testing/sandbox-fixture.ts';

/** One suite for all couriers: whoever adds a courier adds its code to `testedCouriers`. */
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await startSandboxFixture();
});
afterAll(() => fixture.close());

const awbForms = { delhivery: /^1316\d{10}$/, bluedart: /^\d{11}$/ };
const statusesOf = (scans: readonly Scan[] | undefined) => scans?.map(({ status }) => status);

describe.each(testedCouriers)('%s', (courier) => {
  const setUp = () => {
    const { adapter, connection, account } = fixture.to(courier);
    const consignmentOf = (awb: string) => {
      const consignment = fixture.sandbox.control.store.find(courier, awb);
      if (consignment === undefined) throw new Error(`the sandbox has no ${awb}`);
      return consignment;
    };
    const scan = (awb: string, wish: Parameters<typeof fixture.sandbox.control.scan>[1]) =>
      fixture.sandbox.control.scan(consignmentOf(awb), wish);
    return { adapter, connection, account, consignmentOf, scan };
  };

  it('serves an ordinary lane by both services and tells the days', async () => {
    const { adapter, connection } = setUp();
    const ask = (service: 'air' | 'surface') =>
      adapter.serviceability(connection, { pickupPincode: '110006', dropPincode: '400050', service });
    const lane = { isServiceable: true, prepaid: true, cod: true, pickup: true, reverse: true };
    expect(valueOf(await ask('surface'))).toMatchObject({ ...lane, eddDays: 5 });
    expect(valueOf(await ask('air'))).toMatchObject({ ...lane, eddDays: 2 });
  });

  it.each([
    ['799999', 'an unserved pincode', { isServiceable: false, cod: false, prepaid: false }],
    ['799998', 'an embargo', { isServiceable: false, cod: false, prepaid: false }],
    ['799997', 'a pincode without cash on delivery', { isServiceable: true, cod: false, prepaid: true }],
  ])('says what it cannot do at %s, %s', async (dropPincode, _, expected) => {
    const { adapter, connection } = setUp();
    const lane = await adapter.serviceability(connection, { pickupPincode: '110006', dropPincode, service: 'surface' });
    expect(valueOf(lane)).toMatchObject(expected);
  });

  it.each(['surface', 'air'] as const)(
    'books by %s and the wire carries every quantity in its own unit',
    async (service) => {
      const { adapter, connection, consignmentOf } = setUp();
      const request = bookingRequest({ service });
      const booking = valueOf(await adapter.book(connection, request));
      expect(booking.awb).toMatch(awbForms[courier]);
      expect(consignmentOf(booking.awb)).toMatchObject({
        courier,
        service,
        reference: request.orderReference,
        bookingReference: request.reference,
        paymentMode: 'PREPAID',
        codAmount: 0,
        weightGrams: 480,
        isReverse: false,
        pickup: { pincode: '110006' },
        drop: { name: 'Asha Kulkarni', phone: '9820012345', pincode: '400050' },
      });
    },
  );

  it('takes cash on delivery in rupees and paise', async () => {
    const { adapter, connection, consignmentOf } = setUp();
    const request = bookingRequest({ paymentMode: 'COD', codAmountPaise: 149_950 });
    const { awb } = valueOf(await adapter.book(connection, request));
    expect(consignmentOf(awb)).toMatchObject({ paymentMode: 'COD', codAmount: 1499.5 });
  });

  it('refuses cash on delivery where the pincode has none', async () => {
    const { adapter, connection } = setUp();
    const request = bookingRequest({ paymentMode: 'COD', codAmountPaise: 100_00 });
    const outcome = await adapter.book(connection, { ...request, drop: { ...request.drop, pincode: '799997' } });
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  });

  it('refuses an unserved pincode as such', async () => {
    const { adapter, connection } = setUp();
    const request = bookingRequest();
    const outcome = await adapter.book(connection, { ...request, drop: { ...request.drop, pincode: '799999' } });
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  });

  it('brings a reverse shipment from the customer to the warehouse', async () => {
    const { adapter, connection, consignmentOf, scan } = setUp();
    const { awb } = valueOf(await adapter.book(connection, reverseRequest()));
    expect(consignmentOf(awb)).toMatchObject({
      isReverse: true,
      pickup: { name: 'Asha Kulkarni', pincode: '400050' },
      drop: { name: 'Chandni Textiles', pincode: '110006' },
    });
    for (const status of ['PICKUP_SCHEDULED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const) {
      scan(awb, { status });
    }
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(statusesOf(tracked?.scans)).toEqual([
      'LABEL_GENERATED',
      'PICKUP_SCHEDULED',
      'PICKED_UP',
      'IN_TRANSIT',
      'OUT_FOR_DELIVERY',
      'DELIVERED',
    ]);
  });

  it('never makes two consignments of one reference, and finds the one', async () => {
    const { adapter, connection } = setUp();
    const request = bookingRequest();
    const { awb } = valueOf(await adapter.book(connection, request));
    expect(await adapter.book(connection, request)).toMatchObject({ kind: 'refused', reason: 'DUPLICATE_REFERENCE' });
    const found = valueOf(await adapter.findByReference(connection, { reference: request.reference }));
    expect(found).toMatchObject({ awb, isCancelled: false });
    expect(fixture.sandbox.control.store.byReference(request.reference)).toHaveLength(1);
  });

  it('finds nothing under a reference that was never booked', async () => {
    const { adapter, connection } = setUp();
    expect(valueOf(await adapter.findByReference(connection, { reference: 'NEVER' }))).toBeNull();
  });

  it('finds exactly one consignment after a booking that timed out after its effect', async () => {
    const { adapter, connection } = setUp();
    const request = bookingRequest();
    // A first booking registers the warehouse where that is needed, so that the fault meets the booking itself.
    await adapter.book(connection, bookingRequest());
    fixture.sandbox.control.faults.add({
      courier,
      operation: 'book',
      kind: 'timeoutAfterEffect',
      rate: 1,
      remaining: 1,
      latencyMs: 2_000,
    });
    expect(await adapter.book(connection, request)).toMatchObject({ kind: 'unknown' });
    const found = valueOf(await adapter.findByReference(connection, { reference: request.reference }));
    expect(fixture.sandbox.control.store.byReference(request.reference).map(({ awb }) => awb)).toEqual([found?.awb]);
  });

  it.each([
    ['http500', { kind: 'unknown' }],
    ['timeout', { kind: 'unknown' }],
    ['timeoutAfterEffect', { kind: 'unknown' }],
    ['garbage', { kind: 'unknown' }],
    ['http429', { kind: 'refused', reason: 'RATE_LIMITED' }],
    ['reject', { kind: 'refused' }],
    ['latency', { kind: 'done' }],
  ] as const)('tells a booking that met %s by its outcome', async (kind, expected) => {
    const { adapter, connection } = setUp();
    await adapter.book(connection, bookingRequest());
    const { faults } = fixture.sandbox.control;
    faults.add({ courier, operation: 'book', kind, rate: 1, remaining: 1, latencyMs: kind === 'latency' ? 50 : 2_000 });
    expect(await adapter.book(connection, bookingRequest())).toMatchObject(expected);
    faults.clear();
  });

  it.each(['cancel', 'track', 'serviceability', 'ndr'] as const)('takes a 500 of %s for unknown', async (operation) => {
    const { adapter, connection, scan } = setUp();
    const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
    if (operation === 'ndr') {
      scan(awb, { status: 'PICKED_UP' });
      scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'ADDRESS_INCOMPLETE' });
    }
    const { faults } = fixture.sandbox.control;
    faults.add({ courier, operation, kind: 'http500', rate: 1, remaining: null, latencyMs: 0 });
    const outcome = await {
      cancel: () => adapter.cancel(connection, { awb }),
      track: () => adapter.track(connection, { awbs: [awb] }),
      serviceability: () =>
        adapter.serviceability(connection, { pickupPincode: '110006', dropPincode: '400050', service: 'surface' }),
      ndr: () => adapter.ndrAction(connection, { awb, action: 'REATTEMPT' }),
    }[operation]();
    faults.clear();
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  it('tries a read that failed once more, and answers', async () => {
    const { adapter, connection } = setUp();
    const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
    fixture.sandbox.control.faults.add({
      courier,
      operation: 'track',
      kind: 'http500',
      rate: 1,
      remaining: 1,
      latencyMs: 0,
    });
    expect(valueOf(await adapter.track(connection, { awbs: [awb] }))).toHaveLength(1);
  });

  it('tracks in bulk and leaves out what the courier does not know', async () => {
    const { adapter, connection } = setUp();
    const first = valueOf(await adapter.book(connection, bookingRequest())).awb;
    const second = valueOf(await adapter.book(connection, bookingRequest())).awb;
    const tracked = valueOf(await adapter.track(connection, { awbs: [first, '99999999999999', second] }));
    expect(tracked.map(({ awb }) => awb)).toEqual([first, second]);
    expect(valueOf(await adapter.track(connection, { awbs: ['99999999999999'] }))).toEqual([]);
  });

  it('refuses more AWBs than one call takes before it calls', async () => {
    const { adapter, connection } = setUp();
    const awbs = Array.from({ length: adapter.capabilities.trackBatchSize + 1 }, (_, at) => String(at));
    expect(await adapter.track(connection, { awbs })).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  });

  it("reads every status in the courier's own code, with time and place", async () => {
    const { adapter, connection, scan } = setUp();
    for (const status of shipmentStatuses.filter((one) => one !== 'CREATED')) {
      const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
      const at = new Date('2026-11-02T09:07:00.000Z');
      scan(awb, { status, at, location: 'Nagpur' });
      const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
      const [read] = tracked?.scans.filter(({ location }) => location === 'Nagpur') ?? [];
      expect({ status: read?.status, at: read?.at }, status).toEqual({ status, at });
    }
  });

  it.each([
    'CUSTOMER_UNAVAILABLE',
    'CUSTOMER_REFUSED',
    'ADDRESS_INCOMPLETE',
    'PHONE_UNREACHABLE',
    'RESCHEDULE_REQUESTED',
    'COD_NOT_READY',
    'OUT_OF_DELIVERY_AREA',
    'OTP_NOT_SHARED',
    'OTHER',
  ] as const)('reads the reason %s of a failed delivery', async (ndrReason) => {
    const { adapter, connection, scan } = setUp();
    const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
    scan(awb, { status: 'DELIVERY_FAILED', ndrReason });
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(tracked?.scans.at(-1)).toMatchObject({ status: 'DELIVERY_FAILED', ndrReason });
  });

  it('cancels before pickup, and cancelling again is done as well', async () => {
    const { adapter, connection, consignmentOf } = setUp();
    const request = bookingRequest();
    const { awb } = valueOf(await adapter.book(connection, request));
    expect(valueOf(await adapter.cancel(connection, { awb }))).toEqual({ state: 'cancelled' });
    expect(valueOf(await adapter.cancel(connection, { awb }))).toEqual({ state: 'cancelled' });
    expect(consignmentOf(awb).cancelled).toBe(true);
    const found = valueOf(await adapter.findByReference(connection, { reference: request.reference }));
    expect(found?.isCancelled).toBe(true);
  });

  it('is told when it is too late to cancel', async () => {
    const { adapter, connection, scan } = setUp();
    const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
    for (const status of ['PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const) scan(awb, { status });
    expect(await adapter.cancel(connection, { awb })).toMatchObject({ kind: 'refused', reason: 'NOT_ALLOWED' });
  });

  it('asks for a pickup, and a pickup that is open already is as good', async () => {
    const { adapter, connection } = setUp();
    const request = bookingRequest();
    const { awb } = valueOf(await adapter.book(connection, request));
    const pickup = {
      place: request.pickup,
      readyAt: new Date(Date.now() + 86_400_000),
      awbs: [awb],
      packageCount: 1,
      weightGrams: 480,
      service: 'surface',
      shipmentType: 'FORWARD',
    } as const;
    expect(valueOf(await adapter.requestPickup(connection, pickup)).courierReference).toMatch(/^\d+$/);
    expect(await adapter.requestPickup(connection, pickup)).toMatchObject({ kind: 'done' });
  });

  it('asks for another attempt after a failed delivery', async () => {
    const { adapter, connection, consignmentOf, scan } = setUp();
    const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
    scan(awb, { status: 'PICKED_UP' });
    scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'CUSTOMER_UNAVAILABLE' });
    valueOf(await adapter.ndrAction(connection, { awb, action: 'REATTEMPT', ndrReason: 'CUSTOMER_UNAVAILABLE' }));
    expect(consignmentOf(awb).ndrActions.map(({ action }) => action)).toEqual(['REATTEMPT']);
  });

  it('sends the parcel back when the merchant gives it up', async () => {
    const { adapter, connection, consignmentOf, scan } = setUp();
    const { awb } = valueOf(await adapter.book(connection, bookingRequest()));
    scan(awb, { status: 'PICKED_UP' });
    scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'CUSTOMER_REFUSED' });
    expect(valueOf(await adapter.ndrAction(connection, { awb, action: 'RTO' }))).toMatchObject({ state: 'applied' });
    expect(consignmentOf(awb).ndrActions.map(({ action }) => action)).toEqual(['RTO']);
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(tracked?.scans.at(-1)?.status).toBe('RTO_INITIATED');
  });

  it('does not take an action that the courier does not know, and does not call', async () => {
    const { adapter, connection } = setUp();
    const outcome = await adapter.ndrAction(connection, { awb: 'none', action: 'CONTACT_CUSTOMER' });
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'NOT_SUPPORTED' });
  });

  it('passes the label on as a PDF, by whichever way it comes', async () => {
    const { adapter, connection } = setUp();
    const { awb, label } = valueOf(await adapter.book(connection, bookingRequest()));
    const fetched = await adapter.label(connection, { awb });
    const file = label ?? valueOf(fetched);
    expect(file.contentType).toBe('application/pdf');
    expect(Buffer.from(file.bytes).toString('latin1')).toContain('%%EOF');
  });

  it('reads a push as the same scan that tracking shows', async () => {
    const { adapter, connection, account } = setUp();
    const request = bookingRequest();
    const { awb } = valueOf(await adapter.book(connection, request));
    const push = await eventually(() => fixture.pushes.find(({ body }) => body.includes(awb)));
    const parsed = adapter.parsePush({ headers: push.headers, rawBody: Buffer.from(push.body) }, account);
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(parsed).toMatchObject({ kind: 'parsed', consignments: [{ awb, reference: request.reference }] });
    expect(parsed.kind === 'parsed' && parsed.consignments[0]?.scans).toEqual(tracked?.scans);
  });

  it('does not believe a push with a wrong token, or any push of an account without one', () => {
    const { adapter, account } = setUp();
    const push = (token: string) => ({ headers: { 'x-courier-token': token }, rawBody: Buffer.from('{}') });
    expect(adapter.parsePush(push('wrong'), account)).toEqual({ kind: 'unauthenticated' });
    expect(adapter.parsePush({ headers: {}, rawBody: Buffer.from('{}') }, account)).toEqual({
      kind: 'unauthenticated',
    });
    const withoutToken = { ...account, webhookToken: undefined };
    expect(adapter.parsePush(push(''), withoutToken)).toEqual({ kind: 'unauthenticated' });
  });

  it('calls a push unreadable that is authentic and no scan', () => {
    const { adapter, account } = setUp();
    for (const text of ['', 'null', '[]', '{"Shipment":{}}', '{"this is": not json']) {
      const push = { headers: { 'x-courier-token': account.webhookToken }, rawBody: Buffer.from(text) };
      expect(adapter.parsePush(push, account).kind, text).toBe('unreadable');
    }
  });

  it('refuses wrong credentials as a matter of the account', async () => {
    const { adapter, account } = setUp();
    const wrong = { ...account, credentials: { token: 'x', clientId: 'x', clientSecret: 'x' } };
    const outcome = await adapter.book({ account: wrong, caller: fixture.caller }, bookingRequest());
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'ACCOUNT' });
  });

  it('refuses a reference that not every courier can hold before it calls', async () => {
    const { adapter, connection } = setUp();
    const outcome = await adapter.book(connection, bookingRequest({ reference: 'this-is-much-too-long-and-small' }));
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  });
});
