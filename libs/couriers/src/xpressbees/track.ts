import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import type { Scan, TrackedConsignment } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { readAnswer } from './refusals.ts';
import { fromWireTime } from './wire.ts';

export const trackRequest = (awb: string): CourierDraft => ({
  method: 'GET',
  path: `/shipments2/track/${encodeURIComponent(awb)}`,
  isRead: true,
});

const text = z.union([z.string(), z.number()]).transform(String);

const trackAnswer = z.object({
  status: z.literal(true),
  data: z.object({
    awb_number: text,
    order_number: text.nullish(),
    edd: z.string().nullish(),
    history: z
      .array(
        z.object({
          status_code: z.string(),
          event_time: z.string(),
          location: z.string().nullish(),
          message: z.string().nullish(),
        }),
      )
      .default([]),
  }),
});

export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readAnswer(reply, trackAnswer);
  if (answer.kind === 'refused' && answer.reason === 'NOT_FOUND') return done([]);
  if (answer.kind !== 'done') return answer;
  const { awb_number: awb, order_number: reference, edd, history } = answer.value.data;
  return done([
    {
      awb,
      reference: reference ?? null,
      scans: history
        .flatMap((line) =>
          scanOf(
            { code: line.status_code, text: line.message ?? '', location: line.location },
            fromWireTime(line.event_time),
          ),
        )
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
      expectedDeliveryDate: fromWireTime(edd ?? '') ?? null,
      reweigh: null,
    },
  ]);
};

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (_account, { awbs }) => trackRequest(awbs[0] ?? ''),
  parse: parseTrack,
});

export type XpressbeesScan = { code: string; text: string; location: string | null | undefined };

/** One of their scans in our words; a scan without a readable time is dropped, as nothing could be ordered by it. */
export const scanOf = (theirs: XpressbeesScan, at: Date | undefined, receivedBy?: string | null): Scan[] => {
  if (at === undefined) return [];
  const { status, ndrReason, isKnown } = meaningOf(theirs);
  return [
    {
      status,
      isKnownCode: isKnown,
      rawStatus: theirs.code,
      rawStatusCode: theirs.code,
      description: theirs.text || theirs.code,
      location: theirs.location || null,
      at,
      ...(ndrReason === undefined ? {} : { ndrReason }),
      ...(ndrReason === 'QC_FAILED'
        ? { qc: { status: 'fail' as const, remarks: theirs.text || null, images: [] } }
        : {}),
      ...(status === 'DELIVERED' && receivedBy ? { receivedBy } : {}),
    },
  ];
};
