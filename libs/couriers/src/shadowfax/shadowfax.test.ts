import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import { contractSetup } from '../testing/contract-setup.ts';
import { bookingRequest, type SandboxFixture, startSandboxFixture, valueOf } from '../testing/sandbox-fixture.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningOf } from './codes.ts';
import { readPush } from './push.ts';
import { textOfErrors } from './refusals.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await startSandboxFixture();
});
afterEach(() => fixture.sandbox.control.faults.clear());
afterAll(() => fixture.close());
const setUp = () => contractSetup(fixture, 'shadowfax');

const reply = (body: unknown): CourierReply => ({
  kind: 'answered',
  status: 200,
  body: Buffer.from(JSON.stringify(body)),
});

it('books once although the first answer was lost, because the second try bears the same number', async () => {
  const { adapter, connection, control, fault, numbered } = setUp();
  const request = await numbered(bookingRequest());
  fault({ operation: 'book', kind: 'timeoutAfterEffect', count: 1 });
  expect(valueOf(await adapter.book(connection, request)).awb).toBe(request.awb);
  expect(control.store.byReference(request.reference)).toHaveLength(1);
});

it('fetches a number itself where the caller brought none', async () => {
  const { adapter, connection, consignmentOf } = setUp();
  const request = bookingRequest();
  const { awb } = valueOf(await adapter.book(connection, request));
  expect(consignmentOf(awb).bookingReference).toBe(request.reference);
});

it('tells a cancellation that waits for the parcel from one that is done', async () => {
  const { adapter, connection, bookAwb, scan } = setUp();
  const awb = await bookAwb();
  scan(awb, { status: 'PICKED_UP' });
  expect(valueOf(await adapter.cancel(connection, { awb }))).toEqual({ state: 'queued' });
});

it('does not move a parcel to another city', async () => {
  const { adapter, connection, bookAwb, scan } = setUp();
  const awb = await bookAwb();
  scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'ADDRESS_INCOMPLETE' });
  const change = { awb, action: 'CHANGE_ADDRESS', newAddress: '1 MG Road', newPincode: '560001' } as const;
  expect(await adapter.ndrAction(connection, change)).toMatchObject({ kind: 'refused', reason: 'NOT_ALLOWED' });
});

it('writes pins as numbers, phones as text and both weights in grams', () => {
  const request = bookingRequest({ reference: 'BK1', orderReference: 'SHOP-42' });
  expect(JSON.parse(bookRequest(request, 'SF1').body ?? '')).toMatchObject({
    order_type: 'marketplace',
    order_details: { client_order_id: 'BK1', awb_number: 'SF1', actual_weight: 480, volumetric_weight: 480 },
    customer_details: { name: 'Asha Kulkarni', contact: '9820012345', pincode: 400_050 },
    pickup_details: { pincode: 110_006, unique_code: expect.stringMatching(/^FA-110006-[0-9a-f]{12}$/) },
    product_details: [{ sku_id: 'KURTA-M', invoice_no: 'SHOP-42', price: 1499 }],
  });
});

it.each([
  ['a text', 'Pincode 1 is not serviceable', 'Pincode 1 is not serviceable'],
  ['a list', ['one', 'two'], 'one; two'],
  ['an object', { customer_details: { pincode: ['wrong'] } }, 'customer_details: pincode: wrong'],
  ['nothing', null, ''],
])('reads errors that are %s', (_, errors, expected) => {
  expect(textOfErrors(errors)).toBe(expected);
});

it('takes "Failure" under HTTP 200 for a refusal, and success without a number for unknown', () => {
  const failure = { message: 'Failure', errors: { client_order_id: ['This field may not be blank.'] }, data: null };
  expect(parseBook(reply(failure))).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  expect(parseBook(reply({ message: 'Success', data: {} })).kind).toBe('unknown');
});

it('reads a time without an offset in India and one with an offset as it stands', () => {
  const at = (event_timestamp: string) => {
    const read = readPush(Buffer.from(JSON.stringify({ awb_number: 'SF1', event: 'ofd', event_timestamp })));
    return read.kind === 'parsed' ? read.consignments[0]?.scans[0]?.at.toISOString() : read.kind;
  };
  expect(at('2026-11-02 14:37:00')).toBe('2026-11-02T09:07:00.000Z');
  expect(at('2026-11-02T09:07:00Z')).toBe('2026-11-02T09:07:00.000Z');
  expect(at('yesterday')).toBe('unreadable');
});

it('tells the delivery centre of the return by its comment, and leaves unknown codes alone', () => {
  expect(meaningOf({ id: 'recd_at_fwd_dc', comment: 'Received at DC' }).status).toBe('IN_TRANSIT');
  expect(meaningOf({ id: 'recd_at_fwd_dc', comment: 'Received at RTS DC' }).status).toBe('RTO_IN_TRANSIT');
  expect(meaningOf({ id: 'teleported', comment: '' })).toEqual({ status: null, isKnown: false });
});
