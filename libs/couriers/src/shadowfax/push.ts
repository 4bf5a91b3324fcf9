import { z } from 'zod';
import { jsonOf } from '../reply.ts';
import type { PushParsed } from '../scan.ts';
import { scanOf } from './track.ts';

const text = z.string().nullish();

const push = z.object({
  awb_number: z.string().min(1),
  event: z.string().min(1),
  event_timestamp: z.string(),
  comments: text,
  remarks: text,
  order_id: z.union([z.string(), z.number()]).nullish(),
  event_location: text,
});

/** One scan a push; unsigned. */
export const readPush = (rawBody: Uint8Array): PushParsed => {
  const parsed = push.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { kind: 'unreadable', message: 'not a Shadowfax push' };
  const {
    awb_number: awb,
    event,
    event_timestamp: at,
    comments,
    remarks,
    order_id: order,
    event_location,
  } = parsed.data;
  const comment = remarks || comments || '';
  const scans = scanOf({ id: event, status: event, comment, at, location: event_location });
  if (scans.length === 0) return { kind: 'unreadable', message: 'a scan without a readable time' };
  const reference = order === null || order === undefined ? null : String(order);
  return {
    kind: 'parsed',
    consignments: [{ awb, reference, scans, expectedDeliveryDate: null, reweigh: null }],
  };
};
