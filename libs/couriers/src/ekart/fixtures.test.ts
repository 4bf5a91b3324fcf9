import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { bookingRequest, reverseRequest } from '../testing/sandbox-fixture.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningOf } from './codes.ts';
import { ekart } from './ekart.ts';
import { ndrRequest } from './ndr.ts';
import { parseTrack } from './track.ts';

const account: CourierAccount = {
  courier: 'ekart',
  baseUrl: 'https://courier.example',
  credentials: {},
  settings: { pickupLocation: 'MAIN', sellerGstin: '07AAAAA0000A1Z5' },
  webhookToken: 'top-secret',
};

const reply = (body: unknown, status = 200): CourierReply => ({
  kind: 'answered',
  status,
  body: Buffer.from(JSON.stringify(body)),
});

const bodyOf = (draft: ReturnType<typeof bookRequest>): unknown =>
  'kind' in draft ? draft : JSON.parse(draft.body ?? '');

it('writes a booking whole: a PUT, phones and pins as integers, whole grams and centimetres', () => {
  const request = bookingRequest({
    reference: 'BK1',
    orderReference: 'SHOP-42',
    paymentMode: 'COD',
    codAmountPaise: 149_950,
    invoiceDate: new Date('2026-11-02T20:00:00.000Z'),
  });
  const draft = bookRequest(account, request);
  expect(draft).toMatchObject({ method: 'PUT', path: '/api/v1/package/create', isRead: false });
  const seller = {
    address: '14 Katra Neel, Chandni Chowk',
    city: 'Delhi',
    state: 'Delhi',
    country: 'India',
    phone: 9_810_012_345,
    pin: 110_006,
  };
  expect(bodyOf(draft)).toEqual({
    seller_name: 'Chandni Textiles',
    seller_address: '14 Katra Neel, Chandni Chowk, Delhi, Delhi, 110006',
    seller_gst_tin: '07AAAAA0000A1Z5',
    consignee_gst_amount: 0,
    order_number: 'BK1',
    invoice_number: 'SHOP-42',
    // Half past one in the night of the third in India.
    invoice_date: '2026-11-03',
    consignee_name: 'Asha Kulkarni',
    consignee_alternate_phone: '9820012345',
    payment_mode: 'COD',
    category_of_goods: 'General',
    products_desc: 'Cotton kurta "Indigo" 100% x2',
    hsn_code: '',
    total_amount: 1499,
    tax_value: 0,
    taxable_amount: 1499,
    commodity_value: '1499',
    cod_amount: 1499.5,
    quantity: 2,
    weight: 480,
    length: 20,
    width: 15,
    height: 8,
    return_reason: '',
    drop_location: {
      name: 'Asha Kulkarni',
      address: 'Flat 7, Sea Breeze Co-operative Housing Society, Hill Road & Turner Road, Bandra West',
      city: 'Mumbai',
      state: 'Maharashtra',
      country: 'India',
      phone: 9_820_012_345,
      pin: 400_050,
    },
    pickup_location: { name: 'MAIN', ...seller },
    return_location: { name: 'MAIN', ...seller },
  });
});

it('keeps the customer in drop_location when the parcel is fetched from the customer', () => {
  expect(bodyOf(bookRequest(account, reverseRequest()))).toMatchObject({
    payment_mode: 'Pickup',
    return_reason: 'Return',
    drop_location: { name: 'Asha Kulkarni', pin: 400_050 },
    pickup_location: { name: 'MAIN', pin: 110_006 },
  });
});

it('refuses a phone that is no integer of ten digits, as JSON would make null of it', () => {
  const request = bookingRequest();
  const drop = { ...request.drop, phone: '022-2640' };
  expect(bookRequest(account, { ...request, drop })).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
});

it('takes status:false under HTTP 200 and the error form for refusals', () => {
  expect(parseBook(reply({ status: false, remark: 'Pincode 799999 is not serviceable' }))).toMatchObject({
    kind: 'refused',
    reason: 'NOT_SERVICEABLE',
  });
  const error = { statusCode: 400, code: 'SWIFT_VALIDATION_EXCEPTION', message: 'weight is wrong', severity: 'ERROR' };
  expect(parseBook(reply(error, 400))).toMatchObject({ kind: 'refused', reason: 'INVALID_REQUEST' });
  expect(parseBook(reply({ status: true })).kind).toBe('unknown');
});

it('reads milliseconds since 1970 and sorts them', () => {
  const line = { desc: '', location: 'BLR' };
  const answer = {
    _id: '500999A3408005',
    order_number: 'BK1',
    edd: 1_793_750_400_000,
    track: {
      status: 'In Transit',
      ctime: 1_793_577_600_000,
      details: [
        { ...line, status: 'In Transit', ctime: 1_793_577_600_000 },
        { ...line, status: 'Picked Up', ctime: 1_793_574_000_000 },
      ],
    },
  };
  const tracked = parseTrack(reply(answer));
  expect(tracked).toMatchObject({
    kind: 'done',
    value: [
      {
        awb: '500999A3408005',
        reference: 'BK1',
        expectedDeliveryDate: new Date(1_793_750_400_000),
        scans: [
          { status: 'PICKED_UP', at: new Date(1_793_574_000_000) },
          { status: 'IN_TRANSIT', at: new Date(1_793_577_600_000) },
        ],
      },
    ],
  });
});

it('believes a push by its signature over the raw bytes, under whichever header and encoding the account says', () => {
  const rawBody = Buffer.from('{"id":"5","status":"Delivered", "ctime":1657523187604}');
  const sign = (encoding: 'hex' | 'base64') => createHmac('sha256', 'top-secret').update(rawBody).digest(encoding);
  const parse = (headers: Record<string, string>, as = account) => ekart.parsePush({ headers, rawBody }, as).kind;
  expect(parse({ 'x-ekart-signature': sign('hex') })).toBe('parsed');
  expect(parse({ 'x-ekart-signature': sign('base64') })).toBe('unauthenticated');
  const settings = { pushSignatureHeader: 'X-Hub-Signature', pushSignatureEncoding: 'base64' };
  expect(parse({ 'x-hub-signature': sign('base64') }, { ...account, settings })).toBe('parsed');
});

it('ties our reference to a tracking id when the push tells of a new shipment', () => {
  const created = { id: '509271DS0153341', wbn: '3496549343', vendor: 'EKART', orderNumber: 'BK1' };
  expect(ekart.readPush(Buffer.from(JSON.stringify(created)))).toMatchObject({
    kind: 'parsed',
    consignments: [{ awb: '509271DS0153341', reference: 'BK1', scans: [] }],
  });
});

it('asks for tracking after a failed delivery, because the push does not say why', () => {
  const update = { id: '5', orderNumber: 'BK1', status: 'Undelivered', ctime: 1_657_523_187_604, desc: 'Failed' };
  expect(ekart.readPush(Buffer.from(JSON.stringify(update)))).toMatchObject({
    consignments: [{ needsTracking: true, scans: [{ status: 'DELIVERY_FAILED', ndrReason: 'OTHER' }] }],
  });
});

it('names a day for the next attempt that Ekart takes: tomorrow to seven days ahead, counted in India', () => {
  // Half past four in the morning of the third in India.
  const now = new Date('2026-11-02T23:00:00.000Z');
  const day = (iso?: string) => {
    const preferredDate = iso === undefined ? undefined : new Date(iso);
    const draft = ndrRequest(account, { awb: '5', action: 'REATTEMPT', preferredDate }, now);
    return 'kind' in draft ? draft.reason : JSON.parse(draft.body ?? '').date;
  };
  expect(day()).toBe(Date.parse('2026-11-04T00:00:00+05:30'));
  expect(day('2026-11-10T12:00:00+05:30')).toBe(Date.parse('2026-11-10T00:00:00+05:30'));
  expect(day('2026-11-03T23:00:00+05:30')).toBe('INVALID_REQUEST');
  expect(day('2026-11-11T00:00:00+05:30')).toBe('INVALID_REQUEST');
});

it('leaves the status alone at one that it does not know', () => {
  expect(meaningOf({ status: 'Teleported', ndrStatus: '', text: '' })).toEqual({ status: null, isKnown: false });
});
