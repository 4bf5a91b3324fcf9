import { z } from 'zod';
import { qcStatuses } from './ndr-reasons.ts';
import { paymentModes, shipmentStatuses, shipmentTypes } from './shipment-status.ts';
import { dateTime, email, inr, lengthCm, looseText, phone, pincode, text, weightGrams } from './wire.ts';

export const address = z.object({
  name: text(200),
  phone,
  address: text(),
  city: text(200),
  state: text(200),
  pincode,
  nickname: looseText(200).optional(),
  email: email.optional(),
  landmark: looseText().optional(),
  organisation: looseText(200).optional(),
  gstin: looseText(15).optional(),
  country: text(2).default('IN'),
  addressType: z.enum(['RESIDENTIAL', 'COMMERCIAL']).optional(),
});
export type Address = z.output<typeof address>;

const item = z.object({
  name: text(500),
  quantity: z.int().min(1).max(100_000),
  unitPrice: inr,
  sku: looseText(200).optional(),
  hsnCode: looseText(20).optional(),
  category: looseText(200).optional(),
  brand: looseText(200).optional(),
  taxAmount: inr.optional(),
  gstRate: z.number().min(0).max(100).optional(),
});
export type ShipmentItem = z.output<typeof item>;

export const packageIn = z.object({
  weightGrams,
  lengthCm,
  breadthCm: lengthCm,
  heightCm: lengthCm,
  items: z.array(item).min(1).max(200),
  isFragile: z.boolean().optional(),
  isDangerous: z.boolean().optional(),
});
export type ShipmentPackage = z.output<typeof packageIn>;

const shipmentItemOut = z.object({
  id: z.string(),
  itemName: z.string(),
  sku: z.string().nullable(),
  hsnCode: z.string().nullable(),
  category: z.string().nullable(),
  brand: z.string().nullable(),
  color: z.string().nullable(),
  imageUrl: z.string().nullable(),
  quantity: z.int(),
  unitPrice: inr,
  totalPrice: inr,
});

const shipmentPackageOut = z.object({
  id: z.string(),
  packageNumber: z.int(),
  weightGrams: z.number(),
  lengthCm: z.number(),
  breadthCm: z.number(),
  heightCm: z.number(),
  items: z.array(shipmentItemOut),
});

export const nullableString = z.string().nullable();
const nullableInr = inr.nullable();
export const nullableDateTime = dateTime.nullable();

/** The Shipment of the merchant specification, field by field. */
export const shipment = z.object({
  id: z.string(),
  shipmentNumber: z.string(),
  organizationId: z.string(),
  shipmentType: z.enum(shipmentTypes),
  paymentMode: z.enum(paymentModes),
  status: z.enum(shipmentStatuses),
  awbNumber: nullableString,
  waybill: nullableString,
  orderReferenceNumber: z.string(),
  channelOrderId: nullableString,
  channelName: nullableString,
  courier: nullableString,
  courierName: z.string(),
  carrierId: nullableString,
  courierOrderId: nullableString,
  invoiceValue: inr,
  codAmount: inr,
  freightCharge: nullableInr,
  codCharge: nullableInr,
  totalCharge: nullableInr,
  gstAmount: nullableInr,
  rtoCharge: nullableInr,
  chargedWeight: z.number().nullable(),
  billedWeight: z.number().nullable(),
  volumetricWeight: z.number().nullable(),
  totalWeight: z.number(),
  totalLength: z.number().nullable(),
  totalBreadth: z.number().nullable(),
  totalHeight: z.number().nullable(),
  zone: nullableString,
  pickupName: z.string(),
  pickupPhone: z.string(),
  pickupAddress: z.string(),
  pickupCity: z.string(),
  pickupState: z.string(),
  pickupPincode: z.string(),
  pickupEmail: nullableString,
  dropName: z.string(),
  dropPhone: z.string(),
  dropAddress: z.string(),
  dropCity: z.string(),
  dropState: z.string(),
  dropPincode: z.string(),
  dropEmail: nullableString,
  invoiceNumber: nullableString,
  invoiceDate: nullableDateTime,
  labelGeneratedAt: nullableDateTime,
  orderDate: nullableDateTime,
  pickupScheduledAt: nullableDateTime,
  pickedUpAt: nullableDateTime,
  deliveredAt: nullableDateTime,
  cancelledAt: nullableDateTime,
  expectedDeliveryDate: nullableDateTime,
  lastStatusUpdate: nullableDateTime,
  codCollectedAt: nullableDateTime,
  podFetchedAt: nullableDateTime,
  qcCheckedAt: nullableDateTime,
  labelUrl: nullableString,
  commercialInvoiceUrl: nullableString,
  isQcRequired: z.boolean(),
  forwardShipmentId: nullableString,
  qcStatus: z.enum(qcStatuses).nullable(),
  qcRemarks: nullableString,
  qcImages: z.array(z.string()).nullable(),
  podRecipientName: nullableString,
  podRecipientRelation: nullableString,
  podRecipientContact: nullableString,
  podDocumentUrl: nullableString,
  isCodCollected: z.boolean(),
  remarks: nullableString,
  createdAt: dateTime,
  updatedAt: dateTime,
  packages: z.array(shipmentPackageOut),
});
export type Shipment = z.output<typeof shipment>;

export const trackingEvent = z.object({
  id: z.string(),
  status: z.enum(shipmentStatuses),
  description: z.string(),
  location: nullableString,
  eventTime: dateTime,
  receivedAt: dateTime,
  raw_status: nullableString,
  raw_status_code: nullableString,
});
export type TrackingEvent = z.output<typeof trackingEvent>;

export const shipmentDetail = shipment.extend({
  trackingEvents: z.array(trackingEvent),
  cod: z
    .object({
      amount: inr,
      isCollected: z.boolean(),
      collectedAt: nullableDateTime,
      remittanceId: nullableString,
      remittanceStatus: nullableString,
    })
    .nullable(),
});
export type ShipmentDetail = z.output<typeof shipmentDetail>;
