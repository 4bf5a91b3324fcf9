import { z } from 'zod';
import { defineEvent } from './event.ts';
import { ndrReasons, qcStatuses } from './ndr-reasons.ts';
import { paymentModes, type ShipmentStatus, shipmentStatuses, shipmentTypes } from './shipment-status.ts';
import { dateTime, inr } from './wire.ts';

/** `data.shipment` of a merchant webhook, exactly the fields of the specification, frozen when the status changed. */
export const webhookShipment = z.object({
  id: z.string(),
  shipmentNumber: z.string(),
  awbNumber: z.string().nullable(),
  orderReferenceNumber: z.string(),
  channelOrderId: z.string().nullable(),
  channelName: z.string().nullable(),
  shipmentType: z.enum(shipmentTypes),
  status: z.enum(shipmentStatuses),
  paymentMode: z.enum(paymentModes),
  courier: z.string().nullable(),
  carrierId: z.string().nullable(),
  invoiceValue: inr,
  codAmount: inr,
  totalCharge: inr.nullable(),
  totalWeight: z.number(),
  dropName: z.string(),
  dropCity: z.string(),
  dropState: z.string(),
  dropPincode: z.string(),
  pickedUpAt: dateTime.nullable(),
  deliveredAt: dateTime.nullable(),
  cancelledAt: dateTime.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
  /** Only on a QC result. */
  qcStatus: z.enum(qcStatuses).nullable().optional(),
  qcRemarks: z.string().nullable().optional(),
  qcImages: z.array(z.string()).nullable().optional(),
  qcCheckedAt: dateTime.nullable().optional(),
});
export type WebhookShipment = z.output<typeof webhookShipment>;

/** The event name of a status: DELIVERY_FAILED → `delivery_failed`, a token of the subject. */
export const shipmentEventName = (status: ShipmentStatus): Lowercase<ShipmentStatus> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- toLowerCase of a known literal union is its Lowercase.
  status.toLowerCase() as Lowercase<ShipmentStatus>;

/** One event for each status change of a shipment; `version` of the envelope counts them from 1 without gaps. */
export const shipmentChanged = defineEvent({
  aggregate: 'shipments',
  source: 'shipments',
  names: shipmentStatuses.map(shipmentEventName),
  data: z.object({
    status: z.enum(shipmentStatuses),
    previousStatus: z.enum(shipmentStatuses).nullable(),
    occurredAt: dateTime,
    /** The booking attempt whose reservation this change posts, refunds or explains; null on a draft. */
    attemptId: z.string().nullable(),
    ndrReason: z.enum(ndrReasons).nullable(),
    shipment: webhookShipment,
  }),
});

export const events = [shipmentChanged] as const;
