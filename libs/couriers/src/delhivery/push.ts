import { z } from 'zod';
import { jsonOf } from '../reply.ts';
import type { PushParsed } from '../scan.ts';
import { scanOf } from './track.ts';

const push = z.object({
  Shipment: z.object({
    AWB: z.string().min(1),
    ReferenceNo: z.string().nullish(),
    NSLCode: z.string().nullish(),
    Status: z.object({
      Status: z.string(),
      StatusType: z.string(),
      StatusDateTime: z.string(),
      StatusLocation: z.string().nullish(),
      Instructions: z.string().nullish(),
    }),
  }),
});

/** One scan a push. The pictures of a failed quality check come with tracking, see `needsTracking`. */
export const readPush = (rawBody: Uint8Array): PushParsed => {
  const parsed = push.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { kind: 'unreadable', message: 'not a Delhivery scan push' };
  const { AWB, ReferenceNo, NSLCode, Status } = parsed.data.Shipment;
  const scans = scanOf({
    type: Status.StatusType,
    status: Status.Status,
    nsl: NSLCode ?? '',
    at: Status.StatusDateTime,
    location: Status.StatusLocation,
    instructions: Status.Instructions ?? '',
  });
  if (scans.length === 0) return { kind: 'unreadable', message: 'a scan without a readable time' };
  const needsTracking = scans.some(({ qc }) => qc !== undefined);
  return {
    kind: 'parsed',
    consignments: [
      {
        awb: AWB,
        reference: ReferenceNo ?? null,
        scans,
        expectedDeliveryDate: null,
        reweigh: null,
        ...(needsTracking ? { needsTracking } : {}),
      },
    ],
  };
};
