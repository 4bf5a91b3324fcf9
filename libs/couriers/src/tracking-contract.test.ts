import { ndrReasons, shipmentStatuses } from '@freight/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { courierCapabilities } from './capability-table.ts';
import type { Scan } from './scan.ts';
import { contractSetup, statusesOf } from './testing/contract-setup.ts';
import { courierFacts } from './testing/courier-facts.ts';
import {
  eventually,
  type SandboxFixture,
  startSandboxFixture,
  testedCouriers,
  valueOf,
} from './testing/sandbox-fixture.ts';

/** One suite for all couriers, from the first scan to NDR and pushes; `courier-contract.test.ts` comes before it. */
let fixture: SandboxFixture;
beforeAll(async () => {
  // The suite fails calls on purpose, and a circuit that opens over them would fail the next test.
  fixture = await startSandboxFixture({ guard: { minimumCalls: 20 } });
});
afterEach(() => fixture.sandbox.control.faults.clear());
afterAll(() => fixture.close());

const journey = ['PICKUP_SCHEDULED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'] as const;

describe.each(testedCouriers)('%s', (courier) => {
  const offers = courierCapabilities[courier];
  if (offers === undefined) throw new Error(`no capabilities of ${courier}`);
  const facts = courierFacts[courier];
  const setUp = () => contractSetup(fixture, courier);
  const isSaid = (word: (typeof shipmentStatuses)[number] | (typeof ndrReasons)[number]) =>
    !facts.unsaid.includes(word);
  /** What tracking tells of the journey. */
  const told = (['LABEL_GENERATED', ...journey] as const).filter(isSaid);

  it('follows a parcel from booking to delivery', async () => {
    const { adapter, connection, bookAwb, scan } = setUp();
    const awb = await bookAwb();
    for (const status of journey) scan(awb, { status });
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(statusesOf(tracked?.scans)).toEqual(told);
  });

  it.runIf(offers.reverse)('brings a reverse shipment from the customer to the warehouse', async () => {
    const { adapter, connection, bookReverse, consignmentOf, scan } = setUp();
    const awb = await bookReverse();
    expect(consignmentOf(awb)).toMatchObject({
      isReverse: true,
      pickup: { name: 'Asha Kulkarni', pincode: '400050' },
      drop: { pincode: '110006' },
    });
    for (const status of journey) scan(awb, { status });
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(statusesOf(tracked?.scans)).toEqual(told);
  });

  it.runIf(offers.reverseQc !== null)('tells a failed quality check at the door, with its remarks', async () => {
    const { adapter, connection, bookReverse, consignmentOf, scan } = setUp();
    const qcItems = [{ name: 'Cotton kurta', quantity: 1, brand: 'Neelam', imageUrls: ['https://img.example/1.jpg'] }];
    const awb = await bookReverse({ isQcRequired: true, qcItems });
    expect(consignmentOf(awb).qc?.items).toHaveLength(1);
    scan(awb, { status: 'PICKUP_SCHEDULED' });
    scan(awb, { status: 'DELIVERY_FAILED', qc: { status: 'fail', remarks: 'Torn at the sleeve', images: [] } });
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    const last = tracked?.scans.at(-1);
    expect(last).toMatchObject({ status: 'DELIVERY_FAILED', ndrReason: 'QC_FAILED', qc: { status: 'fail' } });
    expect(last?.qc?.remarks).toContain('Torn at the sleeve');
  });

  it.each([
    ['cancel', offers.cancel],
    ['track', true],
    ['serviceability', true],
    ['ndr', offers.ndrActions.length > 0],
  ] as const)('takes a 500 of %s for unknown', async (operation, isOffered) => {
    if (!isOffered) return;
    const { adapter, connection, book, fault, scan } = setUp();
    const { booking } = await book();
    const { awb } = booking;
    if (operation === 'ndr') {
      scan(awb, { status: 'PICKED_UP' });
      scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'ADDRESS_INCOMPLETE' });
    }
    fault({ operation, kind: 'http500' });
    const outcome = await {
      cancel: () => adapter.cancel(connection, { awb, courierOrderId: booking.courierOrderId ?? undefined }),
      track: () => adapter.track(connection, { awbs: [awb] }),
      serviceability: () =>
        adapter.serviceability(connection, { pickupPincode: '110006', dropPincode: '400050', service: 'surface' }),
      ndr: () => adapter.ndrAction(connection, { awb, action: 'REATTEMPT' }),
    }[operation]();
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  it('tries a read that failed once more, and answers', async () => {
    const { adapter, connection, bookAwb, fault } = setUp();
    const awb = await bookAwb();
    fault({ operation: 'track', kind: 'http500', count: 1 });
    expect(valueOf(await adapter.track(connection, { awbs: [awb] }))).toHaveLength(1);
  });

  it('leaves out what the courier does not know, and refuses a batch that is too large before it calls', async () => {
    const { adapter, connection, silent } = setUp();
    expect(valueOf(await adapter.track(connection, { awbs: ['99999999999999'] }))).toEqual([]);
    const awbs = Array.from({ length: offers.trackBatchSize + 1 }, (_, at) => String(at));
    expect(await adapter.track(silent, { awbs })).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  });

  it.runIf(offers.trackBatchSize > 1)('tracks in bulk', async () => {
    const { adapter, connection, bookAwb } = setUp();
    const [first, second] = [await bookAwb(), await bookAwb()];
    const tracked = valueOf(await adapter.track(connection, { awbs: [first, '99999999999999', second] }));
    expect(tracked.map(({ awb }) => awb)).toEqual([first, second]);
  });

  it("reads every status in the courier's own code, with time and place", async () => {
    const { adapter, connection, bookAwb, scan } = setUp();
    // After the booking, in whole minutes, because some couriers write no seconds.
    const soon = Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000;
    for (const status of shipmentStatuses.filter((one) => one !== 'CREATED' && isSaid(one))) {
      const awb = await bookAwb();
      const at = new Date(soon);
      scan(awb, { status, at, location: 'Nagpur' });
      const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
      const [read] = tracked?.scans.filter(({ location }) => location === 'Nagpur') ?? [];
      expect({ status: read?.status, at: read?.at, isKnown: read?.isKnownCode }, status).toEqual({
        status,
        at,
        isKnown: true,
      });
    }
  });

  it.each(ndrReasons.filter((reason) => reason !== 'QC_FAILED' && isSaid(reason)))(
    'reads the reason %s of a failed delivery',
    async (ndrReason) => {
      const { adapter, connection, bookAwb, scan } = setUp();
      const awb = await bookAwb();
      scan(awb, { status: 'DELIVERY_FAILED', ndrReason });
      const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
      expect(tracked?.scans.at(-1)).toMatchObject({ status: 'DELIVERY_FAILED', ndrReason });
    },
  );

  it.runIf(offers.ndrActions.includes('REATTEMPT'))('asks for another attempt after a failed delivery', async () => {
    const { adapter, connection, bookAwb, consignmentOf, scan } = setUp();
    const awb = await bookAwb();
    scan(awb, { status: 'PICKED_UP' });
    scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'CUSTOMER_UNAVAILABLE' });
    valueOf(await adapter.ndrAction(connection, { awb, action: 'REATTEMPT', ndrReason: 'CUSTOMER_UNAVAILABLE' }));
    expect(consignmentOf(awb).ndrActions.map(({ action }) => action)).toEqual(['REATTEMPT']);
  });

  it.runIf(offers.ndrActions.includes('CHANGE_ADDRESS'))('takes a new address or phone to the courier', async () => {
    const { adapter, connection, bookAwb, consignmentOf, scan } = setUp();
    const awb = await bookAwb();
    scan(awb, { status: 'PICKED_UP' });
    scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'ADDRESS_INCOMPLETE' });
    const change = { newAddress: 'Flat 9, Hill Road', newPincode: '400050', newPhone: '+919820099999' };
    valueOf(await adapter.ndrAction(connection, { awb, action: 'CHANGE_ADDRESS', ...change }));
    const heard = JSON.stringify(consignmentOf(awb).ndrActions.map(({ fields }) => fields));
    expect(heard).toContain('Flat 9, Hill Road');
  });

  it.runIf(offers.ndrActions.includes('RTO'))('sends the parcel back when the merchant gives it up', async () => {
    const { adapter, connection, bookAwb, consignmentOf, scan } = setUp();
    const awb = await bookAwb();
    scan(awb, { status: 'PICKED_UP' });
    scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'CUSTOMER_REFUSED' });
    valueOf(await adapter.ndrAction(connection, { awb, action: 'RTO' }));
    expect(consignmentOf(awb).ndrActions.map(({ action }) => action)).toEqual(['RTO']);
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    expect(tracked?.scans.at(-1)?.status).toBe('RTO_INITIATED');
  });

  it.runIf(offers.push !== null)('reads a push as the same scan that tracking shows', async () => {
    const { adapter, connection, account, book } = setUp();
    const { request, booking } = await book();
    const { awb } = booking;
    const push = await eventually(() => fixture.pushes.find(({ body }) => body.includes(awb)));
    const parsed = adapter.parsePush({ headers: push.headers, rawBody: Buffer.from(push.body) }, account);
    const [tracked] = valueOf(await adapter.track(connection, { awbs: [awb] }));
    const reference = facts.carries.pushReference ? request.reference : null;
    expect(parsed).toMatchObject({ kind: 'parsed', consignments: [{ awb, reference }] });
    const toldBy = (scans: readonly Scan[] | undefined) =>
      scans?.map(({ status, rawStatusCode, at, location }) => ({ status, rawStatusCode, at, location }));
    expect(toldBy(parsed.kind === 'parsed' ? parsed.consignments[0]?.scans : [])).toEqual(toldBy(tracked?.scans));
  });

  it('believes no push without the proof that was agreed, and none of an account without one', () => {
    const { adapter, account } = setUp();
    const body = '{}';
    const given = (headers: Record<string, string>, as = account) =>
      adapter.parsePush({ headers, rawBody: Buffer.from(body) }, as).kind;
    expect(given({})).toBe('unauthenticated');
    expect(given({ 'x-courier-token': 'wrong' })).toBe('unauthenticated');
    expect(given(facts.pushHeaders({ ...account, webhookToken: 'other' }, body))).toBe('unauthenticated');
    expect(given(facts.pushHeaders(account, `${body} `.repeat(2)), { ...account, webhookToken: undefined })).toBe(
      'unauthenticated',
    );
    expect(given(facts.pushHeaders({ ...account, webhookToken: '' }, body), { ...account, webhookToken: '' })).toBe(
      'unauthenticated',
    );
  });

  it.runIf(offers.push !== null)('calls a push unreadable that is authentic and no scan', () => {
    const { adapter, account } = setUp();
    for (const text of ['', 'null', '[]', '{"Shipment":{}}', '{"this is": not json']) {
      const push = { headers: facts.pushHeaders(account, text), rawBody: Buffer.from(text) };
      expect(adapter.parsePush(push, account).kind, text).toBe('unreadable');
    }
  });
});
