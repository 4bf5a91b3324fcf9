import { z } from 'zod';
import { jsonOf } from '../reply.ts';
import type { PushParsed, Reweigh, Scan, TrackedConsignment } from '../scan.ts';
import { qcFailed } from './codes.ts';
import { scanOf } from './scan.ts';
import { fromWireTime } from './wire.ts';

const text = z.string().nullish();
const number = z.coerce.number().nullish();

const shipment = z.object({
  WaybillNo: z.string().min(1),
  RefNo: text,
  ExpectedDeliveryDate: text,
  DynamicExpectedDeliveryDate: text,
  Scans: z.object({
    ScanDetail: z.array(
      z.object({
        Scan: z.string(),
        ScanCode: z.string(),
        ScanGroupType: z.string(),
        ScanDate: z.string(),
        ScanTime: z.string(),
        ScannedLocation: text,
        Comments: text,
      }),
    ),
  }),
  DeliveryDetails: z.object({ ReceivedBy: text }).nullish(),
  QCFailed: z.object({ Reason: text, Pictures: z.array(z.string()).nullish(), Type: text }).nullish(),
  Reweigh: z.object({ RWActualWeight: number, RWLength: number, RWBreadth: number, RWHeight: number }).nullish(),
});

const push = z.object({ statustracking: z.array(z.object({ Shipment: shipment })).min(1) });

/** Several shipments may come in one push, each with several scans; a reweigh and a failed check come beside them. */
export const readPush = (rawBody: Uint8Array): PushParsed => {
  const parsed = push.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { kind: 'unreadable', message: 'not a Blue Dart tracking push' };
  return { kind: 'parsed', consignments: parsed.data.statustracking.map(({ Shipment }) => consignmentOf(Shipment)) };
};

const consignmentOf = (theirs: z.output<typeof shipment>): TrackedConsignment => {
  const scans = theirs.Scans.ScanDetail.flatMap((detail) =>
    scanOf(
      {
        code: detail.ScanCode,
        group: detail.ScanGroupType,
        text: [detail.Scan, detail.Comments].filter(Boolean).join(', '),
        rawStatus: detail.Scan,
        date: detail.ScanDate,
        time: detail.ScanTime,
        location: detail.ScannedLocation,
      },
      theirs.DeliveryDetails?.ReceivedBy,
    ),
  ).sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    awb: theirs.WaybillNo,
    reference: theirs.RefNo ?? null,
    scans: withQc(scans, theirs.QCFailed),
    expectedDeliveryDate:
      fromWireTime(theirs.DynamicExpectedDeliveryDate ?? '') ?? fromWireTime(theirs.ExpectedDeliveryDate ?? '') ?? null,
    reweigh: reweighOf(theirs.Reweigh),
  };
};

/** A failed check makes the newest scan of the push a failed delivery, whatever pickup code it came with. */
const withQc = (scans: Scan[], failure: z.output<typeof shipment>['QCFailed']): Scan[] => {
  const last = scans.at(-1);
  if (!failure?.Reason || last === undefined) return scans;
  const qc = { status: 'fail' as const, remarks: failure.Reason, images: failure.Pictures ?? [] };
  return [...scans.slice(0, -1), { ...last, ...qcFailed, isKnownCode: true, qc }];
};

/** Kilograms → grams. */
const reweighOf = (theirs: z.output<typeof shipment>['Reweigh']): Reweigh | null =>
  theirs?.RWActualWeight
    ? {
        weightGrams: Math.round(theirs.RWActualWeight * 1000),
        lengthCm: theirs.RWLength || null,
        breadthCm: theirs.RWBreadth || null,
        heightCm: theirs.RWHeight || null,
      }
    : null;
