import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { fromIndiaTime } from '../india-time.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';
import type { Scan, TrackedConsignment } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { documentRequest, parseDocument } from './pod.ts';
import { refusalOf } from './refusals.ts';

/** Tracks, and fetches the pictures of a failed quality check, which tracking itself does not bring. */
export const track: Operation<{ awbs: readonly string[] }, TrackedConsignment[]> = async (session, { awbs }) => {
  const reply = await session.send(trackRequest(session.account, { awbs }));
  const tracked = reply.kind === 'answered' ? parseTrack(reply) : reply;
  if (tracked.kind !== 'done') return tracked;
  for (const { awb, scans } of tracked.value) {
    for (const { qc } of scans) {
      if (qc?.status !== 'fail') continue;
      const document = await session.send(documentRequest(awb, 'RVP_QC_IMAGE'));
      const pictures = document.kind === 'answered' ? parseDocument(document) : document;
      if (pictures.kind === 'done') qc.images.push(...pictures.value);
    }
  }
  return tracked;
};

export const trackRequest = (_account: CourierAccount, { awbs }: { awbs: readonly string[] }): CourierDraft => ({
  method: 'GET',
  path: '/api/v1/packages/json/',
  query: { waybill: awbs.join(','), ref_ids: '' },
  isRead: true,
});

const status = z.object({
  Status: z.string(),
  StatusType: z.string(),
  StatusCode: z.string().nullish(),
  StatusDateTime: z.string(),
  StatusLocation: z.string().nullish(),
  Instructions: z.string().nullish(),
});

const shipment = z.object({
  AWB: z.string(),
  ReferenceNo: z.string().nullish(),
  ExpectedDeliveryDate: z.string().nullish(),
  Status: status,
  Scans: z
    .array(
      z.object({
        ScanDetail: z.object({
          Scan: z.string(),
          ScanType: z.string(),
          StatusCode: z.string().nullish(),
          ScanDateTime: z.string(),
          ScannedLocation: z.string().nullish(),
          Instructions: z.string().nullish(),
        }),
      }),
    )
    .default([]),
});

export const trackAnswer = z.object({
  ShipmentData: z.array(z.object({ Shipment: shipment })).optional(),
  Error: z.string().optional(),
  rmk: z.string().optional(),
});

/** When no number of the batch is known the answer is an error object, which means an empty list to us. */
export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readJson(reply, trackAnswer);
  if (answer.kind !== 'done') return answer;
  const { ShipmentData, Error: error, rmk } = answer.value;
  if (ShipmentData !== undefined && ShipmentData.length > 0) {
    return done(ShipmentData.map(({ Shipment }) => trackedOf(Shipment)));
  }
  const message = error ?? rmk ?? '';
  if (message === '' || /no such waybill|do(es)? not exist/i.test(message)) return done([]);
  return refusalOf(message, reply.status, answer.value);
};

export const trackedOf = (theirs: z.output<typeof shipment>): TrackedConsignment => ({
  awb: theirs.AWB,
  reference: theirs.ReferenceNo ?? null,
  scans: theirs.Scans.flatMap(({ ScanDetail: detail }) =>
    scanOf({
      type: detail.ScanType,
      status: detail.Scan,
      nsl: detail.StatusCode ?? '',
      at: detail.ScanDateTime,
      location: detail.ScannedLocation,
      instructions: detail.Instructions ?? '',
    }),
  ).sort((a, b) => a.at.getTime() - b.at.getTime()),
  expectedDeliveryDate: fromIndiaTime(theirs.ExpectedDeliveryDate ?? '') ?? null,
  reweigh: null,
});

export type DelhiveryScan = {
  type: string;
  status: string;
  nsl: string;
  at: string;
  location: string | null | undefined;
  instructions: string;
};

/** One of their scans in our words; a scan without a readable time is dropped, as nothing could be ordered by it. */
export const scanOf = (theirs: DelhiveryScan): Scan[] => {
  const at = fromIndiaTime(theirs.at);
  if (at === undefined) return [];
  const { status: meaning, ndrReason, isKnown } = meaningOf(theirs);
  return [
    {
      status: meaning,
      isKnownCode: isKnown,
      rawStatus: `${theirs.type} ${theirs.status}`,
      rawStatusCode: theirs.nsl,
      description: theirs.instructions === '' ? theirs.status : theirs.instructions,
      location: theirs.location || null,
      at,
      ...(ndrReason === undefined ? {} : { ndrReason }),
      ...(ndrReason === 'QC_FAILED'
        ? { qc: { status: 'fail' as const, remarks: theirs.instructions || null, images: [] } }
        : {}),
    },
  ];
};
