import { z } from 'zod';
import { jsonOf } from '../reply.ts';
import type { PushParsed } from '../scan.ts';
import { scanOf } from './track.ts';

const text = z.string().nullish();

const status = z.object({
  strAction: z.string().min(1),
  strActionDesc: text,
  strOrigin: text,
  strActionDate: z.string(),
  strActionTime: z.union([z.string(), z.number()]).transform(String).nullish(),
  strRemarks: text,
});

const push = z.object({
  shipment: z.object({ strShipmentNo: z.string().min(1), strRefNo: text }),
  shipmentStatus: z.union([z.array(status).min(1), status.transform((one) => [one])]),
});

/** Here `strAction` is the code and `strActionDesc` its words, where tracking says `strCode` and `strAction`. */
export const readPush = (rawBody: Uint8Array): PushParsed => {
  const parsed = push.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { kind: 'unreadable', message: 'not a DTDC push' };
  const { shipment, shipmentStatus } = parsed.data;
  const scans = shipmentStatus.flatMap((one) =>
    scanOf({
      code: one.strAction,
      action: one.strActionDesc ?? '',
      text: one.strRemarks ?? '',
      location: one.strOrigin,
      date: one.strActionDate,
      time: (one.strActionTime ?? '').padStart(4, '0'),
    }),
  );
  if (scans.length === 0) return { kind: 'unreadable', message: 'a scan without a readable time' };
  return {
    kind: 'parsed',
    consignments: [
      {
        awb: shipment.strShipmentNo,
        reference: shipment.strRefNo || null,
        scans,
        expectedDeliveryDate: null,
        reweigh: null,
      },
    ],
  };
};
