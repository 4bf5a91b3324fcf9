import { z } from 'zod';
import { qcStatuses } from './ndr-reasons.ts';
import { defineOperation } from './operation.ts';
import { allocationTrace, candidate } from './rates.ts';
import { paymentModes, shipmentStatuses, shipmentTypes, statusGroups } from './shipment-status.ts';
import {
  dateOrDateTime,
  dateTime,
  email,
  idField,
  inr,
  lengthCm,
  looseText,
  pageOf,
  paging,
  phone,
  pincode,
  text,
  weightGrams,
  yesNo,
} from './wire.ts';

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

const packageIn = z.object({
  weightGrams,
  lengthCm,
  breadthCm: lengthCm,
  heightCm: lengthCm,
  items: z.array(item).min(1).max(200),
  isFragile: z.boolean().optional(),
  isDangerous: z.boolean().optional(),
});
export type ShipmentPackage = z.output<typeof packageIn>;

const draftFields = {
  paymentMode: z.enum(paymentModes),
  orderReferenceNumber: text(100),
  invoiceValue: inr,
  pickup: address.optional(),
  drop: address,
  packages: z.array(packageIn).min(1).max(50),
  channelOrderId: text(200).optional(),
  channelName: text(200).optional(),
  invoiceNumber: text(100).optional(),
  invoiceDate: dateOrDateTime.optional(),
  orderDate: dateOrDateTime.optional(),
  codAmount: inr.optional(),
  pickupAddressId: idField.optional(),
  return: address.optional(),
  shipperGstin: looseText(15).optional(),
  preferredCourier: text(100).optional(),
  carrierId: text(100).optional(),
  isFragile: z.boolean().optional(),
  isInsured: z.boolean().optional(),
  isOtpDelivery: z.boolean().optional(),
  vasServiceIds: z.array(text(100)).max(20).optional(),
  isQcRequired: z.boolean().optional(),
  remarks: looseText().optional(),
};

const codNeedsAmount = (draft: { paymentMode?: string | undefined; codAmount?: number | undefined }): boolean =>
  draft.paymentMode !== 'COD' || (draft.codAmount ?? 0) > 0;

export const shipmentCreateRequest = z
  .object({
    shipmentType: z.enum(shipmentTypes),
    ...draftFields,
    allowDuplicate: z.boolean().optional(),
  })
  .refine((draft) => draft.pickup !== undefined || draft.pickupAddressId !== undefined, {
    path: ['pickup'],
    message: 'pickup or pickupAddressId is required',
  })
  .refine(codNeedsAmount, { path: ['codAmount'], message: 'is required when paymentMode is COD' })
  .refine((draft) => draft.isQcRequired !== true || draft.shipmentType === 'REVERSE', {
    path: ['isQcRequired'],
    message: 'is for REVERSE shipments only',
  });
export type ShipmentCreateRequest = z.output<typeof shipmentCreateRequest>;

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

const nullableString = z.string().nullable();
const nullableInr = inr.nullable();
const nullableDateTime = dateTime.nullable();

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

/** What the courier said to a booking, in the shape that the specification names CourierResponse. */
const courierResponse = z.object({
  metadata: z.object({
    status: z.int(),
    message: z.string(),
    success: z.boolean(),
    retryable: z.boolean().nullable(),
  }),
  result: z.object({
    waybill: z.string(),
    order_reference_number: z.string(),
    carrier_partner_id: z.string(),
    courier_name: z.string(),
    sort_code: nullableString,
  }),
});

const tag = 'Shipments';

export const createShipment = defineOperation({
  name: 'shipments.create',
  scope: 'organization',
  summary: 'Create a draft: no AWB, no courier call, no charge',
  http: { method: 'POST', path: '/shipments', audience: 'merchant', tag, status: 201 },
  callers: ['channels'],
  input: shipmentCreateRequest,
  output: z.object({ shipment, courierResponse: z.null() }),
  errors: ['DUPLICATE_ORDER_REF', 'PICKUP_ADDRESS_UNKNOWN', 'PINCODE_UNKNOWN'],
});

export const listShipments = defineOperation({
  name: 'shipments.list',
  scope: 'organization',
  summary: 'Shipments, newest first',
  http: { method: 'GET', path: '/shipments', audience: 'merchant', tag, answer: 'page' },
  input: z.object({
    ...paging,
    status: z.enum(shipmentStatuses).optional(),
    statusGroup: z.enum(statusGroups).optional(),
    paymentMode: z.enum(paymentModes).optional(),
    carrier: text(100).optional(),
    search: text(200).optional(),
    from: dateOrDateTime.optional(),
    to: dateOrDateTime.optional(),
    awb: text(100).optional(),
    orderId: text(100).optional(),
    hasAwb: yesNo.optional(),
    unprocessed: yesNo.optional(),
  }),
  output: pageOf(shipment),
});

export const getShipment = defineOperation({
  name: 'shipments.get',
  scope: 'organization',
  summary: 'One shipment with packages, items, tracking events and COD',
  http: { method: 'GET', path: '/shipments/{id}', audience: 'merchant', tag },
  callers: ['channels'],
  input: z.object({ id: idField }),
  output: shipmentDetail,
  errors: ['NOT_FOUND'],
});

export const patchShipment = defineOperation({
  name: 'shipments.patch',
  scope: 'organization',
  summary: 'Change a draft that has no AWB yet',
  http: { method: 'PATCH', path: '/shipments/{id}', audience: 'merchant', tag },
  input: z.object({ id: idField, ...z.object(draftFields).partial().shape }),
  output: shipment,
  errors: ['NOT_FOUND', 'INVALID_STATE', 'DUPLICATE_ORDER_REF', 'PICKUP_ADDRESS_UNKNOWN', 'PINCODE_UNKNOWN'],
});
/** Fields of a draft that a PATCH names; absent = unchanged. */
export type ShipmentPatch = Omit<z.output<typeof patchShipment.input>, 'id'>;

export const bookShipment = defineOperation({
  name: 'shipments.book',
  scope: 'organization',
  summary: 'Allocate a courier, buy the AWB once and debit the wallet once',
  description:
    'Without a body the allocation rules decide, with fail-over. A named carrierId or carrierBrand is never switched silently. A courier that does not answer in time is asked by reference before anything else happens; until that is settled the answer is COURIER_UNAVAILABLE and the draft stays reserved for the same attempt.',
  http: { method: 'POST', path: '/shipments/{id}/book', audience: 'merchant', tag },
  callers: ['channels'],
  input: z.object({
    id: idField,
    carrierBrand: text(100).optional(),
    carrierId: text(100).optional(),
    serviceType: z.enum(['AIR', 'SURFACE', 'REVERSE']).optional(),
  }),
  output: z.object({
    shipment,
    courierResponse,
    awbNumber: z.string(),
    carrierId: z.string(),
    status: z.enum(shipmentStatuses),
    labelUrl: z.string(),
  }),
  errors: [
    'NOT_FOUND',
    'INVALID_STATE',
    'KYC_NOT_APPROVED',
    'WALLET_NOT_CONFIGURED',
    'INSUFFICIENT_BALANCE',
    'CARRIER_NOT_SERVICEABLE',
    'NO_CARRIER_AVAILABLE',
    'PINCODE_UNKNOWN',
    'COURIER_REJECTED',
    'COURIER_UNAVAILABLE',
  ],
  timeoutMs: 60_000,
});

export const cancelShipment = defineOperation({
  name: 'shipments.cancel',
  scope: 'organization',
  summary: 'Cancel before pickup and refund the debit, once',
  http: { method: 'POST', path: '/shipments/{id}/cancel', audience: 'merchant', tag },
  callers: ['channels'],
  input: z.object({ id: idField, reason: looseText().optional() }),
  output: z.object({
    success: z.boolean(),
    courierCancelled: z.boolean(),
    courierError: nullableString,
    refunded: inr,
  }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  timeoutMs: 30_000,
});

export const getShipmentDecision = defineOperation({
  name: 'shipments.get-decision',
  scope: 'organization',
  summary: 'Why this carrier: the candidates of each booking attempt with the reason for each place',
  http: { method: 'GET', path: '/shipments/{id}/decision', audience: 'merchant', tag },
  input: z.object({ id: idField }),
  output: z.object({
    shipmentId: z.string(),
    attempts: z.array(
      z.object({
        attemptId: z.string(),
        attemptNumber: z.int(),
        status: z.string(),
        carrierId: nullableString,
        awbNumber: nullableString,
        candidates: z.array(candidate),
        trace: allocationTrace,
        failure: nullableString,
        startedAt: dateTime,
        settledAt: nullableDateTime,
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

export const getLabelPdf = defineOperation({
  name: 'shipments.get-label-pdf',
  scope: 'organization',
  summary: 'Redirect to the current label PDF',
  http: {
    method: 'GET',
    path: '/shipments/{id}/label.pdf',
    audience: 'merchant',
    tag: 'Documents',
    answer: 'redirect',
  },
  input: z.object({ id: idField }),
  output: z.object({ url: z.string() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const getLabelUrl = defineOperation({
  name: 'shipments.get-label-url',
  scope: 'organization',
  summary: 'Presigned link to the label PDF, valid one hour',
  http: { method: 'GET', path: '/shipments/{id}/label-url', audience: 'merchant', tag: 'Documents' },
  input: z.object({ id: idField }),
  output: z.object({ url: z.string(), ours: z.boolean() }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const getDocument = defineOperation({
  name: 'shipments.get-document',
  scope: 'system',
  summary: 'The document behind a presigned link; the link itself is the credential',
  http: { method: 'GET', path: '/documents/{token}', audience: 'public', tag: 'Documents', answer: 'file' },
  input: z.object({ token: text(1_000) }),
  output: z.unknown(),
  errors: ['NOT_FOUND'],
  timeoutMs: 30_000,
});

const trackingRecordEvent = z.object({
  status: z.enum(shipmentStatuses),
  description: z.string(),
  location: nullableString,
  event_time: dateTime,
  raw_status: nullableString,
  raw_status_code: nullableString,
});

export const trackShipment = defineOperation({
  name: 'shipments.track',
  scope: 'organization',
  summary: 'Authenticated tracking record, newest event first',
  http: { method: 'GET', path: '/shipments/{awb}/track', audience: 'merchant', tag: 'Tracking' },
  input: z.object({ awb: text(100) }),
  output: z.object({
    shipment,
    tracking: z.object({
      awb: z.string(),
      courier: nullableString,
      current_status: z.enum(shipmentStatuses),
      raw_status: nullableString,
      raw_status_code: nullableString,
      expected_delivery_date: nullableDateTime,
      events: z.array(trackingRecordEvent),
    }),
  }),
  errors: ['NOT_FOUND'],
});

export const trackPublicly = defineOperation({
  name: 'shipments.track-publicly',
  scope: 'system',
  summary: 'Public tracking record: no address, phone, amount or full name',
  http: { method: 'GET', path: '/public/track/{awb}', audience: 'public', tag: 'Tracking' },
  input: z.object({ awb: text(100) }),
  output: z.object({
    awbNumber: z.string(),
    status: z.enum(shipmentStatuses),
    courier: nullableString,
    customerName: z.string(),
    timeline: z.object({
      orderedAt: nullableDateTime,
      pickedUpAt: nullableDateTime,
      deliveredAt: nullableDateTime,
      expectedDeliveryDate: nullableDateTime,
    }),
    events: z.array(
      z.object({
        status: z.enum(shipmentStatuses),
        description: z.string(),
        location: nullableString,
        eventTime: dateTime,
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});

export const savedAddress = address.extend({ id: z.string(), isDefault: z.boolean(), createdAt: dateTime });
export type SavedAddress = z.output<typeof savedAddress>;

export const listPickupAddresses = defineOperation({
  name: 'shipments.list-pickup-addresses',
  scope: 'organization',
  summary: 'Saved pickup addresses',
  http: { method: 'GET', path: '/shipments/pickup-addresses', audience: 'merchant', tag: 'Pickup addresses' },
  callers: ['channels'],
  input: z.object({}),
  output: z.array(savedAddress),
});

export const createPickupAddress = defineOperation({
  name: 'shipments.create-pickup-address',
  scope: 'organization',
  summary: 'Save a pickup address; the first one is the default',
  http: {
    method: 'POST',
    path: '/shipments/pickup-addresses',
    audience: 'merchant',
    tag: 'Pickup addresses',
    status: 201,
  },
  input: address,
  output: savedAddress,
});

export const deletePickupAddress = defineOperation({
  name: 'shipments.delete-pickup-address',
  scope: 'organization',
  summary: 'Forget a saved pickup address; shipments that used it keep their copy',
  http: {
    method: 'DELETE',
    path: '/shipments/pickup-addresses/{id}',
    audience: 'merchant',
    tag: 'Pickup addresses',
  },
  input: z.object({ id: idField }),
  output: z.object({ id: z.string() }),
  errors: ['NOT_FOUND'],
});

/** A courier's push, passed on byte for byte: only the courier's adapter can read and authenticate it. */
export const receiveCourierPush = defineOperation({
  name: 'shipments.receive-courier-push',
  scope: 'system',
  summary: 'Take a courier’s push: authenticate, store raw, answer at once',
  callers: ['gateway'],
  input: z.object({
    courier: text(50),
    headers: z.record(z.string(), z.string()),
    bodyBase64: z.string().max(1_500_000),
  }),
  output: z.object({ status: z.int(), body: z.unknown() }),
  errors: ['NOT_FOUND'],
});

export const listStuckBookings = defineOperation({
  name: 'shipments.list-stuck-bookings',
  scope: 'system',
  summary: 'Booking attempts that the recovery loop has not settled yet, oldest first',
  http: { method: 'GET', path: '/bookings/stuck', audience: 'operator', tag: 'Bookings', answer: 'page' },
  input: z.object({ ...paging, organizationId: idField.optional() }),
  output: pageOf(
    z.object({
      attemptId: z.string(),
      shipmentId: z.string(),
      organizationId: z.string(),
      carrierId: nullableString,
      step: z.string(),
      recoveryTries: z.int(),
      lastError: nullableString,
      startedAt: dateTime,
    }),
  ),
});

export const shipmentsOperations = [
  createShipment,
  listShipments,
  getShipment,
  patchShipment,
  bookShipment,
  cancelShipment,
  getShipmentDecision,
  getLabelPdf,
  getLabelUrl,
  getDocument,
  trackShipment,
  trackPublicly,
  listPickupAddresses,
  createPickupAddress,
  deletePickupAddress,
  receiveCourierPush,
  listStuckBookings,
] as const;
