import { expect, it } from 'vitest';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { bookingRequest, reverseRequest } from '../testing/sandbox-fixture.ts';
import { bookRequest, parseBook } from './book.ts';
import { meaningOf } from './codes.ts';
import { readPush } from './push.ts';
import { parseTrack } from './track.ts';
import { addressLines, fromWireTime } from './wire.ts';

const account: CourierAccount = {
  courier: 'bluedart',
  baseUrl: 'https://courier.example',
  credentials: { loginId: 'DEL1', licenceKey: 'secret', customerCode: '940111', originArea: 'DEL' },
};

const reply = (body: unknown, status = 200): CourierReply => ({
  kind: 'answered',
  status,
  body: Buffer.from(JSON.stringify(body)),
});

it('writes a booking whole: kilograms, /Date(ms)/, HHMM, lines of 30 characters, C for cash on delivery', () => {
  const readyAt = new Date('2026-11-02T09:07:00.000Z');
  const request = bookingRequest({
    reference: 'BK1',
    orderReference: 'SHOP-42',
    service: 'air',
    paymentMode: 'COD',
    codAmountPaise: 149_950,
    readyAt,
  });
  const draft = bookRequest(account, request);
  expect({ path: draft.path, isRead: draft.isRead, body: JSON.parse(draft.body ?? '') }).toEqual({
    path: '/waybill/v1/GenerateWayBill',
    isRead: false,
    body: {
      Profile: { LoginID: 'DEL1', LicenceKey: 'secret', Api_type: 'S' },
      Request: {
        Consignee: {
          ConsigneeName: 'Asha Kulkarni',
          ConsigneeAddress1: 'Flat 7, Sea Breeze',
          ConsigneeAddress2: 'Co-operative Housing Society,',
          ConsigneeAddress3: 'Hill Road & Turner Road,',
          ConsigneeAddressinfo: 'Bandra West, Mumbai, Maharashtra',
          ConsigneePincode: '400050',
          ConsigneeMobile: '9820012345',
          ConsigneeEmailID: '',
        },
        Shipper: {
          CustomerName: 'Chandni Textiles',
          CustomerAddress1: '14 Katra Neel, Chandni Chowk',
          CustomerAddress2: '',
          CustomerAddress3: '',
          CustomerAddressinfo: 'Delhi, Delhi',
          CustomerPincode: '110006',
          CustomerMobile: '9810012345',
          CustomerEmailID: '',
          OriginArea: 'DEL',
          CustomerCode: '940111',
          Sender: 'Chandni Textiles',
          CustomerGSTNumber: '',
        },
        Returnadds: {
          ReturnContact: 'Chandni Textiles',
          ReturnAddress1: '14 Katra Neel, Chandni Chowk',
          ReturnAddress2: '',
          ReturnAddress3: '',
          ReturnAddressinfo: 'Delhi, Delhi',
          ReturnPincode: '110006',
          ReturnMobile: '9810012345',
          ReturnEmailID: '',
        },
        Services: {
          ProductCode: 'A',
          SubProductCode: 'C',
          ProductType: 1,
          PieceCount: 1,
          ItemCount: 2,
          ActualWeight: 0.48,
          DeclaredValue: 1499,
          CollectableAmount: 1499.5,
          CreditReferenceNo: 'BK1',
          CreditReferenceNo2: 'SHOP-42',
          InvoiceNo: '',
          Commodity: { CommodityDetail1: 'Cotton kurta "Indigo" 100%', CommodityDetail2: '', CommodityDetail3: '' },
          Dimensions: [{ Length: 20, Breadth: 15, Height: 8, Count: 1 }],
          PickupDate: '/Date(1793610420000)/',
          PickupTime: '1437',
          RegisterPickup: false,
          PDFOutputNotRequired: false,
          IsReversePickup: false,
          OTPBasedDelivery: '0',
          itemdtl: [
            {
              ItemID: 'KURTA-M',
              ItemName: 'Cotton kurta "Indigo" 100%',
              ItemValue: 749.5,
              Itemquantity: 2,
              HSCode: '',
              SKUNumber: 'KURTA-M',
            },
          ],
        },
      },
    },
  });
});

it('fetches a reverse parcel from the customer, who is the shipper there', () => {
  expect(JSON.parse(bookRequest(account, reverseRequest()).body ?? '')).toMatchObject({
    Request: {
      Shipper: { CustomerPincode: '400050' },
      Consignee: { ConsigneePincode: '110006' },
      Services: { IsReversePickup: true },
    },
  });
});

it('reads a refusal beside the result and one inside it', () => {
  const beside = {
    status: 400,
    'error-response': [{ Status: [{ StatusCode: 'X', StatusInformation: 'Waybill already generated' }] }],
  };
  expect(parseBook(reply(beside, 400))).toMatchObject({ kind: 'refused', reason: 'DUPLICATE_REFERENCE' });
  const inside = {
    GenerateWayBillResult: {
      IsError: true,
      Status: [{ StatusCode: 'InvalidAreaScNotInRegion', StatusInformation: '' }],
    },
  };
  expect(parseBook(reply(inside))).toMatchObject({ kind: 'refused', reason: 'NOT_SERVICEABLE' });
  expect(parseBook(reply({})).kind).toBe('unknown');
});

it('keeps the booking when the label is no PDF, and reads bytes given as numbers', () => {
  const booked = (content: unknown) =>
    parseBook(reply({ GenerateWayBillResult: { AWBNo: '79123456789', AWBPrintContent: content } }));
  expect(booked('bm9wZQ==')).toMatchObject({ kind: 'done', value: { awb: '79123456789', label: null } });
  expect(booked([...Buffer.from('%PDF-1.4')])).toMatchObject({
    kind: 'done',
    value: { label: { contentType: 'application/pdf' } },
  });
});

it('reads tracking newest first into oldest first, and keeps the order within one minute', () => {
  const scan = (code: string, group: string, text: string) => ({
    Scan: text,
    ScanCode: code,
    ScanGroupType: group,
    ScanDate: '02-Nov-2026',
    ScanTime: '16:58',
    ScannedLocation: 'Mumbai',
  });
  const Shipment = {
    WaybillNo: '79123456789',
    RefNo: 'BK1',
    StatusType: 'DL',
    ExpectedDeliveryDate: '04 November 2026',
    ReceivedBy: 'Asha',
    Scans: { ScanDetail: [scan('000', 'T', 'SHIPMENT DELIVERED'), scan('002', 'S', 'SHIPMENT OUT FOR DELIVERY')] },
  };
  const at = new Date('2026-11-02T11:28:00.000Z');
  const common = { isKnownCode: true, location: 'Mumbai', at };
  expect(parseTrack(reply({ ShipmentData: { Shipment } }))).toEqual({
    kind: 'done',
    value: [
      {
        awb: '79123456789',
        reference: 'BK1',
        expectedDeliveryDate: new Date('2026-11-03T18:30:00.000Z'),
        reweigh: null,
        scans: [
          {
            ...common,
            status: 'OUT_FOR_DELIVERY',
            rawStatus: 'SHIPMENT OUT FOR DELIVERY',
            rawStatusCode: '002-S',
            description: 'SHIPMENT OUT FOR DELIVERY',
          },
          {
            ...common,
            status: 'DELIVERED',
            rawStatus: 'SHIPMENT DELIVERED',
            rawStatusCode: '000-T',
            description: 'SHIPMENT DELIVERED',
            receivedBy: 'Asha',
          },
        ],
      },
    ],
  });
});

it('reads a push with a reweigh in kilograms and a failed quality check beside the scans', () => {
  const push = {
    statustracking: [
      {
        Shipment: {
          WaybillNo: '79123456789',
          RefNo: 'BK1',
          Scans: {
            ScanDetail: [
              {
                Scan: 'PICKUP NOT DONE',
                ScanCode: '501',
                ScanGroupType: 'T',
                ScanDate: '02-11-2026',
                ScanTime: '1658',
                ScannedLocation: 'Mumbai',
                Comments: '',
              },
            ],
          },
          QCFailed: { Reason: 'Tag missing', Pictures: ['https://img.example/1.jpg'], Type: 'QC' },
          Reweigh: { RWActualWeight: '1.250', RWLength: '30', RWBreadth: '20', RWHeight: '10', RWVolWeight: '1.2' },
        },
      },
    ],
  };
  expect(readPush(Buffer.from(JSON.stringify(push)))).toEqual({
    kind: 'parsed',
    consignments: [
      {
        awb: '79123456789',
        reference: 'BK1',
        expectedDeliveryDate: null,
        reweigh: { weightGrams: 1250, lengthCm: 30, breadthCm: 20, heightCm: 10 },
        scans: [
          {
            status: 'DELIVERY_FAILED',
            ndrReason: 'QC_FAILED',
            isKnownCode: true,
            rawStatus: 'PICKUP NOT DONE',
            rawStatusCode: '501-T',
            description: 'PICKUP NOT DONE',
            location: 'Mumbai',
            at: new Date('2026-11-02T11:28:00.000Z'),
            qc: { status: 'fail', remarks: 'Tag missing', images: ['https://img.example/1.jpg'] },
          },
        ],
      },
    ],
  });
});

it.each([
  ['999', 'S'],
  ['777', 'T'],
  ['003', ''],
])('leaves the status alone at code %s of group %s, which it does not know', (code, group) => {
  expect(meaningOf({ code, group, text: 'SOMETHING NEW' })).toEqual({ status: null, isKnown: false });
});

it('tells the same code apart by its group', () => {
  const of = (group: string) => meaningOf({ code: '003', group, text: '' }).status;
  expect([of('S'), of('T'), of('RS')]).toEqual(['IN_TRANSIT', 'DELIVERY_FAILED', 'RTO_IN_TRANSIT']);
});

it('reads all their forms of a date', () => {
  const expected = new Date('2022-04-22T11:28:00.000Z');
  for (const [date, time] of [
    ['22-Apr-2022', '16:58'],
    ['22-04-2022', '1658'],
    ['22 April 2022', '16:58'],
  ] as const) {
    expect(fromWireTime(date, time), date).toEqual(expected);
  }
  expect(fromWireTime('soon', '1658')).toBeUndefined();
});

it('loses no word of an address', () => {
  const address =
    'Plot 221, Abcdefghijklmnopqrstuvwxyzabcdefghijkl Road, near the old post office, behind the station, Ward 9';
  expect(
    addressLines(address)
      .slice(0, 3)
      .every((line) => line.length <= 30),
  ).toBe(true);
  expect(addressLines(address).join(' ').replaceAll(' ', '')).toBe(address.replaceAll(' ', ''));
});
