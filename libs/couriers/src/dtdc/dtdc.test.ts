import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { contractSetup } from '../testing/contract-setup.ts';
import { bookingRequest, type SandboxFixture, startSandboxFixture, valueOf } from '../testing/sandbox-fixture.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningOf } from './codes.ts';
import { laneRequest } from './serviceability.ts';
import { trackRequest } from './track.ts';
import { fromWireTime } from './wire.ts';

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await startSandboxFixture();
});
afterEach(() => fixture.sandbox.control.faults.clear());
afterAll(() => fixture.close());
const setUp = () => contractSetup(fixture, 'dtdc');

const account: CourierAccount = {
  courier: 'dtdc',
  baseUrl: 'https://courier.example',
  credentials: { apiKey: 'top-secret', customerCode: 'C1' },
};

const reply = (body: unknown, status = 200): CourierReply => ({
  kind: 'answered',
  status,
  body: Buffer.from(JSON.stringify(body)),
});

it('writes a booking with text numbers, kilograms and centimetres with their units, CASH on delivery', () => {
  const request = bookingRequest({
    reference: 'BK1',
    orderReference: 'SHOP-42',
    service: 'air',
    paymentMode: 'COD',
    codAmountPaise: 149_950,
    invoiceDate: new Date('2026-11-02T20:00:00.000Z'),
  });
  const draft = bookRequest(account, request);
  expect(draft.headers).toMatchObject({ 'api-key': 'top-secret' });
  expect(JSON.parse(draft.body ?? '').consignments).toEqual([
    expect.objectContaining({
      customer_code: 'C1',
      service_type_id: 'B2C PRIORITY',
      consignment_type: 'Forward',
      length: '20',
      width: '15',
      height: '8',
      dimension_unit: 'cm',
      weight_unit: 'kg',
      weight: '0.48',
      declared_value: '1499',
      num_pieces: '1',
      customer_reference_number: 'BK1',
      cod_collection_mode: 'CASH',
      cod_amount: '1499.5',
      invoice_number: 'SHOP-42',
      invoice_date: '03 Nov 2026',
      return_details: expect.objectContaining({ city_name: 'Delhi', state_name: 'Delhi' }),
    }),
  ]);
});

it('takes the service types of the contract from the account', () => {
  const settings = { serviceSurface: 'GROUND EXPRESS', serviceAir: 'PREMIUM' };
  const typeOf = (service: 'air' | 'surface') =>
    JSON.parse(bookRequest({ ...account, settings }, bookingRequest({ service })).body ?? '').consignments[0]
      .service_type_id;
  expect([typeOf('surface'), typeOf('air')]).toEqual(['GROUND EXPRESS', 'PREMIUM']);
});

it('speaks to the host that the account names for each part of the API', () => {
  const settings = { trackingBaseUrl: 'https://track.example', pincodeBaseUrl: 'http://pins.example' };
  const lane = { pickupPincode: '110006', dropPincode: '400050', service: 'surface' } as const;
  expect(trackRequest({ ...account, settings }, 'cnno', 'D1').baseUrl).toBe('https://track.example');
  expect(laneRequest({ ...account, settings }, lane).baseUrl).toBe('http://pins.example');
  expect(trackRequest(account, 'cnno', 'D1').baseUrl).toBe('https://courier.example');
});

it('takes success:false inside status "OK" for a refusal, and a success without a number for unknown', () => {
  const failure = { status: 'OK', data: [{ success: false, message: 'Pincode is not serviceable' }] };
  expect(parseBook(reply(failure))).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  expect(parseBook(reply({ status: 'OK', data: [{ success: true }] })).kind).toBe('unknown');
  expect(parseBook(reply({ error: { message: 'Invalid api-key' } }, 401))).toMatchObject({ reason: 'ACCOUNT' });
});

it('books several packages as pieces with numbers of their own', async () => {
  const { adapter, connection } = setUp();
  const { packages } = bookingRequest();
  const booking = valueOf(await adapter.book(connection, bookingRequest({ packages: [...packages, ...packages] })));
  expect(booking.packageAwbs).toEqual([`${booking.awb}001`, `${booking.awb}002`]);
});

it('fetches a new token when tracking says under HTTP 200 that the old one has run out', async () => {
  const { adapter, connection, bookAwb, control, account: real } = setUp();
  const awb = await bookAwb();
  await adapter.track(connection, { awbs: [awb] });
  const token = await fixture.caller.tokens.get(real, async () => ({ kind: 'unknown', cause: 'none' }));
  control.store.keepNote('dtdc', `token/${valueOf(token).value}`, 0);
  expect(valueOf(await adapter.track(connection, { awbs: [awb] }))).toHaveLength(1);
});

it('tells an instruction that waits for approval from one that is applied', async () => {
  const { adapter, connection, bookAwb, scan } = setUp();
  const awb = await bookAwb({ paymentMode: 'COD', codAmountPaise: 100_00 });
  scan(awb, { status: 'DELIVERY_FAILED', ndrReason: 'CUSTOMER_REFUSED' });
  expect(valueOf(await adapter.ndrAction(connection, { awb, action: 'RTO' }))).toEqual({
    state: 'queued',
    courierReference: null,
  });
});

it('reads DDMMYYYY and HHMM on an Indian clock', () => {
  expect(fromWireTime('02112026', '1437')).toEqual(new Date('2026-11-02T09:07:00.000Z'));
  expect(fromWireTime('2026-11-02')).toBeUndefined();
});

it('knows a code in any case and leaves unknown ones alone', () => {
  expect(meaningOf({ code: 'inscan', text: '' }).status).toBe('IN_TRANSIT');
  expect(meaningOf({ code: 'HELDUP', text: '' })).toEqual({ status: null, isKnown: false });
});
