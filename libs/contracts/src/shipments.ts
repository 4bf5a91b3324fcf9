import { z } from 'zod';
import { bookedLane, maxReplayed } from './allocation.ts';
import { documentOperations } from './documents.ts';
import { defineOperation } from './operation.ts';
import { pickupAddressOperations } from './pickup-addresses.ts';
import { allocationTrace, candidate } from './rates.ts';
import { address, nullableDateTime, nullableString, packageIn, shipment, shipmentDetail } from './shipment.ts';
import { paymentModes, shipmentStatuses, shipmentTypes, statusGroups } from './shipment-status.ts';
import { trackingOperations } from './tracking.ts';
import { dateOrDateTime, dateTime, idField, inr, looseText, pageOf, paging, text, yesNo } from './wire.ts';

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

/** Where a list of shipments ends, so that no filter can make it read a whole table. */
export const shipmentListLimits = {
  /** `total` is exact below. */
  total: 10_000,
  /** Shipments that may lie before a page. */
  depth: 100_000,
  /** The same two for a search. */
  searchTotal: 1_000,
  /** A search without three letters or digits in a row looks at so many of the newest shipments. */
  shortSearch: 50_000,
} as const;

export const listShipments = defineOperation({
  name: 'shipments.list',
  scope: 'organization',
  summary: 'Shipments, newest first',
  description:
    'meta.total is exact below 10,000 and stays 10,000 beyond; pages go on for 100,000 shipments, then they are empty: `to` leads further back. With search the list ends at 1,000. A search without three letters or digits in a row looks at the newest 50,000 shipments.',
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

export const listBookedLanes = defineOperation({
  name: 'shipments.list-booked-lanes',
  scope: 'organization',
  summary: 'The last bookings, newest first, as the rate service needs them to price them again',
  callers: ['rates'],
  input: z.object({ limit: z.int().min(1).max(maxReplayed) }),
  output: z.array(bookedLane),
});

export const shipmentsOperations = [
  ...documentOperations,
  ...pickupAddressOperations,
  ...trackingOperations,
  createShipment,
  listShipments,
  getShipment,
  patchShipment,
  bookShipment,
  cancelShipment,
  getShipmentDecision,
  listStuckBookings,
  listBookedLanes,
] as const;
