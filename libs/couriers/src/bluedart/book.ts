import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, ConsignmentAddress } from '../consignment.ts';
import type { Booking, CourierAccount, CourierFile } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { profileOf } from './auth.ts';
import { customerCode, originArea, post, readResult, withoutFiles } from './result.ts';
import { addressLines, toKilograms, toWireDate, toWireTime } from './wire.ts';

/** Which of their products an air or a surface parcel is: Apex and Ground; `settings.productAir` may name D, domestic priority. */
export const productOf = (account: CourierAccount, service: 'air' | 'surface'): string =>
  service === 'air' ? (account.settings?.['productAir'] ?? 'A') : (account.settings?.['productSurface'] ?? 'E');

export const bookRequest = (account: CourierAccount, booking: BookingRequest, now = new Date()): CourierDraft => {
  const readyAt = booking.readyAt ?? now;
  const items = booking.packages.flatMap((parcel) => parcel.items);
  const isCod = booking.paymentMode === 'COD';
  const back = booking.returnTo ?? booking.pickup;
  const services = {
    ProductCode: productOf(account, booking.service),
    SubProductCode: isCod ? 'C' : 'P',
    // 1 = goods, 0 = documents.
    ProductType: 1,
    PieceCount: booking.packages.length,
    ItemCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
    ActualWeight: toKilograms(booking.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0)),
    DeclaredValue: booking.invoiceValuePaise / 100,
    CollectableAmount: isCod ? booking.codAmountPaise / 100 : 0,
    // Ours, unique, at most 20 characters; the merchant's own goes beside it and means nothing to Blue Dart.
    CreditReferenceNo: booking.reference,
    CreditReferenceNo2: booking.orderReference,
    InvoiceNo: booking.invoiceNumber ?? '',
    Commodity: commodityOf(items.map(({ name }) => name)),
    Dimensions: booking.packages.map(({ lengthCm, breadthCm, heightCm }) => ({
      Length: lengthCm,
      Breadth: breadthCm,
      Height: heightCm,
      Count: 1,
    })),
    PickupDate: toWireDate(readyAt),
    PickupTime: toWireTime(readyAt),
    // The pickup is registered by a call of its own, so that a pickup that fails is no booking that fails.
    RegisterPickup: false,
    PDFOutputNotRequired: false,
    IsReversePickup: booking.shipmentType === 'REVERSE',
    OTPBasedDelivery: booking.isOtpDelivery === true ? '1' : '0',
    itemdtl: items.map((item) => ({
      ItemID: (item.sku ?? '').slice(0, 15),
      ItemName: item.name,
      ItemValue: item.unitPricePaise / 100,
      Itemquantity: item.quantity,
      HSCode: item.hsnCode ?? '',
      SKUNumber: item.sku ?? '',
    })),
  };
  const body = {
    Request: {
      Consignee: placeOf('Consignee', booking.drop),
      Shipper: {
        ...placeOf('Customer', booking.pickup),
        OriginArea: originArea(account),
        CustomerCode: customerCode(account),
        Sender: booking.pickup.name.slice(0, 30),
        CustomerGSTNumber: booking.sellerGstin ?? booking.pickup.gstin ?? '',
      },
      Returnadds: placeOf('Return', back),
      Services: services,
    },
    Profile: profileOf(account),
  };
  return post('/waybill/v1/GenerateWayBill', body);
};

/** Their three groups of address fields differ only in the first word; a name has 30 characters. */
const placeOf = (prefix: 'Consignee' | 'Customer' | 'Return', place: ConsignmentAddress): Record<string, string> => {
  const [first, second, third, rest] = addressLines([place.address, place.landmark].filter(Boolean).join(', '));
  return {
    ...(prefix === 'Return'
      ? { ReturnContact: place.name.slice(0, 30) }
      : { [`${prefix}Name`]: place.name.slice(0, 30) }),
    [`${prefix}Address1`]: first,
    [`${prefix}Address2`]: second,
    [`${prefix}Address3`]: third,
    [`${prefix}Addressinfo`]: [rest, place.city, place.state].filter(Boolean).join(', '),
    [`${prefix}Pincode`]: place.pincode,
    [`${prefix}Mobile`]: tenDigits(place.phone),
    [`${prefix}EmailID`]: place.email ?? '',
  };
};

const commodityOf = (names: string[]) => ({
  CommodityDetail1: (names[0] ?? '').slice(0, 30),
  CommodityDetail2: (names[1] ?? '').slice(0, 30),
  CommodityDetail3: (names[2] ?? '').slice(0, 30),
});

const result = z.looseObject({
  AWBNo: z.string().min(1),
  // Base64 in JSON; older answers hold the bytes as a list of numbers.
  AWBPrintContent: z.union([z.string(), z.array(z.number())]).nullish(),
  DestinationArea: z.string().nullish(),
  DestinationLocation: z.string().nullish(),
  ClusterCode: z.string().nullish(),
  TokenNumber: z.string().nullish(),
});

export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const booked = readResult(reply, 'GenerateWayBillResult', result);
  if (booked.kind !== 'done') return booked;
  const { AWBNo, AWBPrintContent, DestinationArea, DestinationLocation, ClusterCode, TokenNumber } = booked.value;
  const sortCode = [DestinationArea, DestinationLocation, ClusterCode].filter(Boolean).join('/');
  return done({
    awb: AWBNo,
    packageAwbs: [],
    courierOrderId: TokenNumber || null,
    sortCode: sortCode || null,
    label: labelOf(AWBPrintContent),
    expectedDeliveryDate: null,
    raw: withoutFiles(booked.value),
  });
};

/** A label that is no PDF is left out: our own is drawn instead, and the booking stands. */
const labelOf = (content: string | number[] | null | undefined): CourierFile | null => {
  if (content === null || content === undefined) return null;
  const bytes = typeof content === 'string' ? Buffer.from(content, 'base64') : Buffer.from(content);
  return bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) ? { contentType: 'application/pdf', bytes } : null;
};

export const book = oneExchange<BookingRequest, Booking>({
  request: (account, booking) => bookRequest(account, booking),
  parse: parseBook,
});
