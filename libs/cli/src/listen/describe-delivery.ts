import type { VerifiedWebhook } from '@freight/webhook-signature';
import { z } from 'zod';
import { clock } from '../clock.ts';
import type { ReceivedDelivery } from './receiver.ts';

const payload = z.looseObject({
  event: z.string(),
  data: z.looseObject({
    shipment: z.looseObject({ awbNumber: z.string().nullable(), orderReferenceNumber: z.string() }).optional(),
  }),
});

/** One line a delivery: `12:30:01 shipment.delivered 1316018154 ORD-19369 attempt 1 verified`. */
export const describeDelivery = (
  { headers, body }: ReceivedDelivery,
  verdict: VerifiedWebhook,
  now = new Date(),
): string => {
  const parsed = payload.safeParse(jsonOf(body));
  const shipment = parsed.data?.data.shipment;
  return [
    clock(now),
    parsed.data?.event ?? 'unreadable',
    ...(shipment === undefined ? [] : [shipment.awbNumber ?? 'no-awb', shipment.orderReferenceNumber]),
    `attempt ${String(headers['x-service-delivery-attempt'] ?? '?')}`,
    verdict.ok ? 'verified' : `NOT VERIFIED: ${verdict.reason}`,
  ].join(' ');
};

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
