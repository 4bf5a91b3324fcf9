import { z } from 'zod';
import { hasPushSignature } from '../push-signature.ts';
import { jsonOf } from '../reply.ts';
import type { PushParsed } from '../scan.ts';
import { scanOf } from './track.ts';

/** The documents say that the body is hashed with the secret, and neither the header's name nor the encoding (unverified). */
export const isAuthenticPush = hasPushSignature({ header: 'x-ekart-signature', encoding: 'hex' });

const push = z.object({
  id: z.string().min(1),
  orderNumber: z.string().nullish(),
  status: z.string().optional(),
  ctime: z.number().optional(),
  desc: z.string().nullish(),
  location: z.string().nullish(),
  edd: z.number().nullish(),
  wbn: z.string().optional(),
});

/**
 * `track_updated` brings one scan, `shipment_created` none: the latter ties our reference to a tracking id, which no call of
 * Ekart's does. Why a delivery failed is only told by tracking.
 */
export const readPush = (rawBody: Uint8Array): PushParsed => {
  const parsed = push.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { kind: 'unreadable', message: 'not an Ekart push' };
  const { id, orderNumber, status, ctime, edd, wbn, ...rest } = parsed.data;
  const isUpdate = status !== undefined && ctime !== undefined;
  if (!isUpdate && wbn === undefined) return { kind: 'unreadable', message: 'neither a status nor a waybill' };
  return {
    kind: 'parsed',
    consignments: [
      {
        awb: id,
        reference: orderNumber ?? null,
        scans: isUpdate ? [scanOf({ ...rest, status, ctime })] : [],
        expectedDeliveryDate: edd ? new Date(edd) : null,
        reweigh: null,
        ...(status === 'Undelivered' ? { needsTracking: true } : {}),
      },
    ],
  };
};
