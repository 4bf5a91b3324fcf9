import { expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { bookingRequest, reverseRequest } from '../testing/sandbox-fixture.ts';
import { auth } from './auth.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningOf } from './codes.ts';
import { ndrRequest, parseNdr } from './ndr.ts';
import { readPush } from './push.ts';
import { fromWireTime } from './wire.ts';

const account: CourierAccount = { courier: 'xpressbees', baseUrl: 'https://courier.example', credentials: {} };

const reply = (body: unknown, status = 200): CourierReply => ({
  kind: 'answered',
  status,
  body: Buffer.from(JSON.stringify(body)),
});

const bodyOf = (draft: { body?: string | undefined }): unknown => JSON.parse(draft.body ?? '');

it('writes a booking whole: grams, cod in small letters, a unique order number, 6 for air', () => {
  const request = bookingRequest({ reference: 'BK1', service: 'air', paymentMode: 'COD', codAmountPaise: 149_950 });
  const draft = bookRequest(account, request);
  expect(draft.path).toBe('/shipments2');
  expect(bodyOf(draft)).toEqual({
    unique_order_number: 'yes',
    order_number: 'BK1',
    payment_type: 'cod',
    package_weight: 480,
    package_length: 20,
    package_breadth: 15,
    package_height: 8,
    request_auto_pickup: 'no',
    consignee: {
      name: 'Asha Kulkarni',
      address: 'Flat 7, Sea Breeze Co-operative Housing Society, Hill Road & Turner Road, Bandra West',
      address_2: '',
      city: 'Mumbai',
      state: 'Maharashtra',
      pincode: '400050',
      phone: '9820012345',
    },
    pickup: {
      warehouse_name: expect.stringMatching(/^FA-110006-/),
      name: 'Chandni Textiles',
      address: '14 Katra Neel, Chandni Chowk',
      address_2: '',
      city: 'Delhi',
      state: 'Delhi',
      pincode: '110006',
      phone: '9810012345',
    },
    courier_id: '6',
    order_amount: 1499,
    collectable_amount: 1499.5,
    order_items: [{ name: 'Cotton kurta "Indigo" 100%', qty: 2, price: 749.5, sku: 'KURTA-M' }],
  });
});

it('keeps the customer as consignee when the parcel is fetched from the customer', () => {
  const draft = bookRequest(account, reverseRequest({ reference: 'BK1' }));
  expect(draft.path).toBe('/reverseshipments');
  expect(bodyOf(draft)).toMatchObject({
    order_id: 'BK1',
    payment_type: 'reverse',
    courier_id: '8',
    consignee: { name: 'Asha Kulkarni' },
    pickup: { name: 'Chandni Textiles' },
  });
});

it('takes status:false under HTTP 200 for a refusal, also at the login', () => {
  expect(parseBook(reply({ status: false, message: 'Order number already exists' }))).toMatchObject({
    kind: 'refused',
    reason: 'DUPLICATE_REFERENCE',
  });
  expect(parseBook(reply({ status: true, data: {} })).kind).toBe('unknown');
  const login = auth.kind === 'token' ? auth.parse(reply({ status: false, message: 'Invalid login' }), 0) : undefined;
  expect(login).toMatchObject({ kind: 'refused', reason: 'ACCOUNT' });
});

it.each([
  ['02112026', '1437'],
  ['02-11-2026', '14:37'],
  ['2026-11-02 14:37', ''],
])('reads %s %s on an Indian clock', (date, time) => {
  expect(fromWireTime(date, time)).toEqual(new Date('2026-11-02T09:07:00.000Z'));
});

it('asks for tracking after a failed delivery, because the push has only a number for the reason', () => {
  const push = { AWBNO: 1434, StatusCode: 'UD', Remarks: '17', StatusDate: '02112026', StatusTime: '907' };
  expect(readPush(Buffer.from(JSON.stringify(push)))).toMatchObject({
    consignments: [{ awb: '1434', needsTracking: true, scans: [{ at: new Date('2026-11-02T03:37:00.000Z') }] }],
  });
});

it('sends a new address and a new phone as two instructions, and a re-attempt with a day', () => {
  const both = { awb: '1', action: 'CHANGE_ADDRESS', newAddress: 'A', newPhone: '+919820099999' } as const;
  expect(bodyOf(ndrRequest(both))).toEqual([
    { awb: '1', action: 'change_address', action_data: { address_1: 'A', address_2: '' } },
    { awb: '1', action: 'change_phone', action_data: { phone: '9820099999' } },
  ]);
  const now = new Date('2026-11-02T20:00:00.000Z');
  expect(bodyOf(ndrRequest({ awb: '1', action: 'REATTEMPT' }, now))).toEqual([
    { awb: '1', action: 're-attempt', action_data: { re_attempt_date: '2026-11-04' } },
  ]);
});

it('is refused when one of the instructions is', () => {
  const answer = [
    { status: true, awb: '1', message: 'ok' },
    { status: false, awb: '1', message: 'NDR action is not allowed' },
  ];
  expect(parseNdr(reply(answer))).toMatchObject({ kind: 'refused', reason: 'NOT_ALLOWED' });
});

it('tells a failed check at the door, and leaves unknown codes alone', () => {
  expect(meaningOf({ code: 'RVPCancelledQCFail', text: '' })).toMatchObject({ ndrReason: 'QC_FAILED' });
  expect(meaningOf({ code: 'ZZZ', text: '' })).toEqual({ status: null, isKnown: false });
});
