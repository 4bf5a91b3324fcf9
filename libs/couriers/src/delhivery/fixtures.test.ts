import { expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { bookingRequest } from '../testing/sandbox-fixture.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningOf } from './codes.ts';
import { readPush } from './push.ts';
import { parseTrack } from './track.ts';

const account: CourierAccount = {
  courier: 'delhivery',
  baseUrl: 'https://courier.example',
  credentials: { token: 'secret' },
  settings: { pickupLocation: 'MAIN' },
};

const reply = (body: unknown, status = 200): CourierReply => ({
  kind: 'answered',
  status,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});

it('writes a booking as urlencoded JSON without the characters that break it', () => {
  const draft = bookRequest(
    account,
    bookingRequest({ reference: 'BK1', orderReference: 'SHOP#42', paymentMode: 'COD', codAmountPaise: 149_950 }),
  );
  const form = new URLSearchParams(draft.body);
  expect(form.get('data')).not.toMatch(/[&#%;\\]/);
  expect({
    path: draft.path,
    isRead: draft.isRead,
    format: form.get('format'),
    data: JSON.parse(form.get('data') ?? ''),
  }).toEqual({
    path: '/api/cmu/create.json',
    isRead: false,
    format: 'json',
    data: {
      pickup_location: { name: 'MAIN' },
      shipments: [
        {
          order: 'BK1',
          name: 'Asha Kulkarni',
          phone: '9820012345',
          add: 'Flat 7, Sea Breeze Co-operative Housing Society, Hill Road Turner Road, Bandra West',
          pin: '400050',
          city: 'Mumbai',
          state: 'Maharashtra',
          country: 'India',
          payment_mode: 'COD',
          cod_amount: 1499.5,
          total_amount: 1499,
          weight: 480,
          shipment_length: 20,
          shipment_width: 15,
          shipment_height: 8,
          shipping_mode: 'Surface',
          products_desc: "Cotton kurta 'Indigo' 100 x2",
          hsn_code: '',
          quantity: '2',
          seller_inv: 'SHOP 42',
          seller_name: 'Chandni Textiles',
          seller_add: '14 Katra Neel, Chandni Chowk',
          return_name: 'Chandni Textiles',
          return_phone: '9810012345',
          return_add: '14 Katra Neel, Chandni Chowk',
          return_pin: '110006',
          return_city: 'Delhi',
          return_state: 'Delhi',
          return_country: 'India',
          fragile_shipment: false,
          dangerous_good: false,
        },
      ],
    },
  });
});

it('takes success:false under HTTP 200 for a refusal, and an unreadable 200 for unknown', () => {
  const failure = { success: false, packages: [{ status: 'Fail', waybill: '', remarks: ['Duplicate order id'] }] };
  expect(parseBook(reply(failure))).toEqual({
    kind: 'refused',
    reason: 'DUPLICATE_REFERENCE',
    message: 'Duplicate order id',
    raw: { success: false, packages: [{ status: 'Fail', waybill: '', remarks: 'Duplicate order id' }] },
  });
  expect(parseBook(reply('{"succe')).kind).toBe('unknown');
  expect(parseBook(reply({ success: true, packages: [] })).kind).toBe('unknown');
});

it('reads a track answer whole, with times in India Standard Time', () => {
  const scan = (type: string, text: string, code: string, at: string, instructions: string) => ({
    ScanDetail: {
      ScanDateTime: at,
      ScanType: type,
      Scan: text,
      StatusCode: code,
      ScannedLocation: 'Agra_Hub',
      Instructions: instructions,
    },
  });
  const answer = {
    ShipmentData: [
      {
        Shipment: {
          AWB: '13160000000001',
          ReferenceNo: 'BK1',
          ExpectedDeliveryDate: '2026-11-06T23:59:59',
          Status: {
            Status: 'In Transit',
            StatusType: 'UD',
            StatusCode: 'S-MAR',
            StatusDateTime: '2026-11-02T18:11:04.124',
          },
          Scans: [
            scan('UD', 'In Transit', 'S-MAR', '2026-11-02T18:11:04.124', 'Air-restricted product. Move by surface'),
            scan('UD', 'Manifested', 'X-UCI', '2026-11-02T14:31:48.752', 'Manifest uploaded'),
          ],
        },
      },
    ],
  };
  expect(parseTrack(reply(answer))).toEqual({
    kind: 'done',
    value: [
      {
        awb: '13160000000001',
        reference: 'BK1',
        expectedDeliveryDate: new Date('2026-11-06T18:29:59.000Z'),
        reweigh: null,
        scans: [
          {
            status: 'LABEL_GENERATED',
            isKnownCode: true,
            rawStatus: 'UD Manifested',
            rawStatusCode: 'X-UCI',
            description: 'Manifest uploaded',
            location: 'Agra_Hub',
            at: new Date('2026-11-02T09:01:48.752Z'),
          },
          {
            status: 'IN_TRANSIT',
            isKnownCode: false,
            rawStatus: 'UD In Transit',
            rawStatusCode: 'S-MAR',
            description: 'Air-restricted product. Move by surface',
            location: 'Agra_Hub',
            at: new Date('2026-11-02T12:41:04.124Z'),
          },
        ],
      },
    ],
  });
});

it('reads a push whole, and asks for tracking where pictures are missing', () => {
  const push = {
    Shipment: {
      Status: {
        Status: 'Canceled',
        StatusDateTime: '2026-11-02T17:10:42.767',
        StatusType: 'CN',
        StatusLocation: 'Chandigarh_Raiprkln_C (Chandigarh)',
        Instructions: 'Torn',
      },
      PickUpDate: '2026-11-02 17:10:42.543',
      NSLCode: 'EOD-777',
      Sortcode: 'IXC/MDP',
      ReferenceNo: 'BK1',
      AWB: '13160000000001',
    },
  };
  expect(readPush(Buffer.from(JSON.stringify(push)))).toEqual({
    kind: 'parsed',
    consignments: [
      {
        awb: '13160000000001',
        reference: 'BK1',
        expectedDeliveryDate: null,
        reweigh: null,
        needsTracking: true,
        scans: [
          {
            status: 'DELIVERY_FAILED',
            isKnownCode: true,
            rawStatus: 'CN Canceled',
            rawStatusCode: 'EOD-777',
            description: 'Torn',
            location: 'Chandigarh_Raiprkln_C (Chandigarh)',
            at: new Date('2026-11-02T11:40:42.767Z'),
            ndrReason: 'QC_FAILED',
            qc: { status: 'fail', remarks: 'Torn', images: [] },
          },
        ],
      },
    ],
  });
});

it.each([
  [{ type: 'ZZ', status: 'Odd', nsl: 'ZZ-1', instructions: '' }],
  [{ type: 'UD', status: 'Pending', nsl: 'EOD-999', instructions: 'Something new' }],
  [{ type: 'UD', status: 'Odd', nsl: 'X-NEW', instructions: '' }],
])('leaves the status alone at a code that it does not know: %j', (code) => {
  expect(meaningOf(code)).toEqual({ status: null, isKnown: false });
});

it('reads the same transit code as a return when the type says return', () => {
  const code = { status: 'In Transit', nsl: 'X-DLL2F', instructions: '' };
  expect(meaningOf({ ...code, type: 'UD' }).status).toBe('IN_TRANSIT');
  expect(meaningOf({ ...code, type: 'RT' }).status).toBe('RTO_IN_TRANSIT');
});
