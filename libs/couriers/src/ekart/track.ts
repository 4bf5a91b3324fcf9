import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import type { Scan, TrackedConsignment } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { readAnswer } from './refusals.ts';

/** One tracking id a call, open to everybody. */
export const trackRequest = (awb: string): CourierDraft => ({
  method: 'GET',
  path: `/api/v1/track/${encodeURIComponent(awb)}`,
  isRead: true,
});

const line = z.object({
  status: z.string(),
  /** Milliseconds since 1970. */
  ctime: z.number(),
  desc: z.string().nullish(),
  location: z.string().nullish(),
  ndrStatus: z.string().nullish(),
});

const trackAnswer = z.object({
  _id: z.string(),
  track: line.extend({ details: z.array(line).nullish() }),
  edd: z.number().nullish(),
  order_number: z.string().nullish(),
});

export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readAnswer(reply, trackAnswer);
  if (answer.kind === 'refused' && (answer.reason === 'NOT_FOUND' || reply.status === 404)) return done([]);
  if (answer.kind !== 'done') return answer;
  const { _id: awb, track, edd, order_number: reference } = answer.value;
  const lines = track.details?.length ? track.details : [track];
  return done([
    {
      awb,
      reference: reference ?? null,
      scans: lines.map(scanOf).sort((a, b) => a.at.getTime() - b.at.getTime()),
      expectedDeliveryDate: edd ? new Date(edd) : null,
      reweigh: null,
    },
  ]);
};

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (_account, { awbs }) => trackRequest(awbs[0] ?? ''),
  parse: parseTrack,
});

export const scanOf = (theirs: z.output<typeof line>): Scan => {
  const text = theirs.desc || theirs.status;
  const { status, ndrReason, isKnown } = meaningOf({
    status: theirs.status,
    ndrStatus: theirs.ndrStatus ?? '',
    text: theirs.desc ?? '',
  });
  return {
    status,
    isKnownCode: isKnown,
    rawStatus: theirs.status,
    rawStatusCode: theirs.ndrStatus ?? '',
    description: text,
    location: theirs.location || null,
    at: new Date(theirs.ctime),
    ...(ndrReason === undefined ? {} : { ndrReason }),
    ...(ndrReason === 'QC_FAILED' ? { qc: { status: 'fail' as const, remarks: text, images: [] } } : {}),
  };
};
