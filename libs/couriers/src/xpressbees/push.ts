import { z } from 'zod';
import { hasPushSignature } from '../push-signature.ts';
import { jsonOf } from '../reply.ts';
import type { PushParsed } from '../scan.ts';
import { scanOf } from './track.ts';
import { fromWireTime } from './wire.ts';

export const isAuthenticPush = hasPushSignature({ header: 'x-hmac-sha256', encoding: 'base64' });

const text = z.union([z.string(), z.number()]).transform(String);

const push = z.object({
  AWBNO: text.refine((awb) => awb !== ''),
  StatusCode: z.string().min(1),
  StatusDate: text,
  StatusTime: text,
  Remarks: text.nullish(),
  CurrentLocation: z.string().nullish(),
  EDD: z.string().nullish(),
  Receivedby: z.string().nullish(),
});

/** One scan a push. Why a delivery failed stands there as a number only, so tracking is asked for its words. */
export const readPush = (rawBody: Uint8Array): PushParsed => {
  const parsed = push.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { kind: 'unreadable', message: 'not an Xpressbees push' };
  const { AWBNO: awb, StatusCode: code, Remarks, CurrentLocation, EDD, Receivedby } = parsed.data;
  const at = fromWireTime(parsed.data.StatusDate, parsed.data.StatusTime.padStart(4, '0'));
  const scans = scanOf({ code, text: Remarks ?? '', location: CurrentLocation }, at, Receivedby);
  if (scans.length === 0) return { kind: 'unreadable', message: 'a scan without a readable time' };
  return {
    kind: 'parsed',
    consignments: [
      {
        awb,
        reference: null,
        scans,
        expectedDeliveryDate: fromWireTime(EDD ?? '') ?? null,
        reweigh: null,
        ...(code === 'UD' ? { needsTracking: true } : {}),
      },
    ],
  };
};
