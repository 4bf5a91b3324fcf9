import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { nullableDateTime, nullableString, shipment } from './shipment.ts';
import { shipmentStatuses } from './shipment-status.ts';
import { dateTime, text } from './wire.ts';

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

/** The gateway serves it at `/t/{awb}` of the host, for buyers: no JSON, no envelope. */
export const getTrackingPage = defineOperation({
  name: 'shipments.get-tracking-page',
  scope: 'system',
  summary: 'The public tracking record as a page for the buyer, and the policy under which a browser may show it',
  callers: ['gateway'],
  input: z.object({ awb: text(100) }),
  output: z.object({ html: z.string(), contentSecurityPolicy: z.string() }),
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

export const trackingOperations = [trackShipment, trackPublicly, getTrackingPage, receiveCourierPush] as const;
