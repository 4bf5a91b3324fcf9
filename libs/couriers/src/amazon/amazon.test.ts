import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import { contractSetup } from '../testing/contract-setup.ts';
import { bookingRequest, type SandboxFixture, startSandboxFixture, valueOf } from '../testing/sandbox-fixture.ts';
import { purchaseRequest } from './book.ts';
import { ndrRequest } from './ndr.ts';
import { parseRates, ratesRequest } from './rates.ts';
import { parseTrack } from './track.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await startSandboxFixture();
});
afterEach(() => fixture.sandbox.control.faults.clear());
afterAll(() => fixture.close());
const setUp = () => contractSetup(fixture, 'amazon');

const reply = (body: unknown): CourierReply => ({
  kind: 'answered',
  status: 200,
  body: Buffer.from(JSON.stringify(body)),
});

const offer = { requestToken: 't', rateId: 'r', deliverBy: undefined };

it('writes cash on delivery as a service, units beside quantities, and our reference as the key of the purchase', () => {
  const request = bookingRequest({ reference: 'BK1', paymentMode: 'COD', codAmountPaise: 149_950 });
  expect(JSON.parse(ratesRequest(request).body ?? '')).toMatchObject({
    valueAddedServices: { collectOnDelivery: { amount: { value: 1499.5, unit: 'INR' } } },
    packages: [
      {
        packageClientReferenceId: 'BK1',
        weight: { unit: 'GRAM', value: 480 },
        dimensions: { unit: 'CENTIMETER', length: 20, width: 15, height: 8 },
        items: [{ itemIdentifier: 'KURTA-M', itemValue: { value: 749.5, unit: 'INR' } }],
      },
    ],
  });
  const draft = purchaseRequest(request, offer);
  expect(draft.headers).toMatchObject({ 'x-amzn-idempotencykey': 'BK1' });
  expect(JSON.parse(draft.body ?? '')).toMatchObject({ requestedValueAddedServices: [{ id: 'CollectOnDelivery' }] });
  expect(JSON.parse(purchaseRequest(bookingRequest(), offer).body ?? '')).not.toHaveProperty(
    'requestedValueAddedServices',
  );
});

it('takes the cheapest offer of its own network that asks no more questions', () => {
  const rate = (rateId: string, value: number, more: object = {}) => ({
    rateId,
    carrierId: 'ATS',
    serviceId: 's',
    totalCharge: { value },
    ...more,
  });
  const rates = [
    rate('dear', 60),
    rate('cheap', 40),
    rate('other', 10, { carrierId: 'X' }),
    rate('asks', 5, { requiresAdditionalInputs: true }),
  ];
  expect(valueOf(parseRates(reply({ payload: { requestToken: 't', rates } }))).offer?.rateId).toBe('cheap');
});

it('knows that nothing was booked when there were no rates', async () => {
  const { adapter, connection, fault } = setUp();
  fault({ operation: 'serviceability', kind: 'http500' });
  const outcome = await adapter.book(connection, bookingRequest());
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'UNAVAILABLE' });
});

it('fetches a new token after a 403 that says so, once for concurrent calls', async () => {
  const { adapter, connection, bookAwb, control, account } = setUp();
  const awb = await bookAwb();
  const token = await fixture.caller.tokens.get(account, async () => ({ kind: 'unknown', cause: 'none' }));
  control.store.keepNote('amazon', `token/${valueOf(token).value}`, 0);
  const tracked = await Promise.all([1, 2, 3].map(() => adapter.track(connection, { awbs: [awb] })));
  expect(tracked.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
  const fresh = await fixture.caller.tokens.get(account, async () => ({ kind: 'unknown', cause: 'none' }));
  expect(valueOf(fresh).value).not.toBe(valueOf(token).value);
});

it('cancels by the shipment id only, and does not call without it', async () => {
  const { adapter, silent } = setUp();
  const outcome = await adapter.cancel(silent, { awb: '1' });
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
});

it('asks for a day as RESCHEDULE and without one as REATTEMPT', () => {
  const actionOf = (draft: { body?: string | undefined }): unknown => JSON.parse(draft.body ?? '');
  const preferredDate = new Date('2026-11-05T06:30:00.000Z');
  expect(actionOf(ndrRequest({ awb: '1', action: 'REATTEMPT', preferredDate }))).toEqual({
    trackingId: '1',
    ndrAction: 'RESCHEDULE',
    ndrRequestData: { rescheduleDate: '2026-11-05T06:30:00.000Z' },
  });
  expect(actionOf(ndrRequest({ awb: '1', action: 'REATTEMPT' }))).toEqual({ trackingId: '1', ndrAction: 'REATTEMPT' });
});

it('reads times with an offset and gives the detail to the newest event only', () => {
  const event = (eventCode: string, eventTime: string) => ({ eventCode, eventTime, shipmentType: 'FORWARD' });
  const payload = {
    trackingId: '1',
    eventHistory: [
      event('DeliveryAttempted', '2026-11-03T14:37:00+05:30'),
      event('DeliveryAttempted', '2026-11-02T09:07:00Z'),
    ],
    summary: { trackingDetailCodes: { forward: ['PaymentNotReady'] } },
  };
  expect(valueOf(parseTrack(reply({ payload })))[0]?.scans).toMatchObject([
    { at: new Date('2026-11-02T09:07:00.000Z'), ndrReason: 'OTHER' },
    { at: new Date('2026-11-03T09:07:00.000Z'), ndrReason: 'COD_NOT_READY' },
  ]);
});
