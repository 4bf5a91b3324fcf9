import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { fromCourierTime } from '../india-time.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import type { Scan, TrackedConsignment } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { readAnswer } from './refusals.ts';

export const trackRequest = (awbs: readonly string[]): CourierDraft =>
  jsonDraft('POST', '/v4/clients/bulk_track/', { awb_numbers: awbs }, { isRead: true });

const text = z.string().nullish();

const trackAnswer = z.object({
  data: z
    .array(
      z.object({
        awb_number: z.string(),
        client_order_id: text,
        promised_delivery_date: text,
        tracking_details: z
          .array(
            z.object({
              created: z.string(),
              status_id: z.string(),
              status: text,
              location: text,
              remarks: text,
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
});

/** Numbers that Shadowfax does not know are left out; when it knows none of them it may say "Invalid AWB". */
export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readAnswer(reply, trackAnswer);
  if (answer.kind === 'refused' && answer.reason === 'NOT_FOUND') return done([]);
  if (answer.kind !== 'done') return answer;
  return done(
    (answer.value.data ?? []).map((order) => ({
      awb: order.awb_number,
      reference: order.client_order_id ?? null,
      scans: (order.tracking_details ?? [])
        .flatMap((line) =>
          scanOf({
            id: line.status_id,
            status: line.status ?? line.status_id,
            comment: line.remarks ?? '',
            at: line.created,
            location: line.location,
          }),
        )
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
      expectedDeliveryDate: fromCourierTime(order.promised_delivery_date ?? '') ?? null,
      reweigh: null,
    })),
  );
};

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (_account, { awbs }) => trackRequest(awbs),
  parse: parseTrack,
});

export type ShadowfaxScan = {
  id: string;
  status: string;
  comment: string;
  at: string;
  location: string | null | undefined;
};

/** One of their scans in our words; a scan without a readable time is dropped, as nothing could be ordered by it. */
export const scanOf = (theirs: ShadowfaxScan): Scan[] => {
  const at = fromCourierTime(theirs.at);
  if (at === undefined) return [];
  const { status, ndrReason, isKnown } = meaningOf(theirs);
  return [
    {
      status,
      isKnownCode: isKnown,
      // Tracking has words beside the code and a push has none: the code stands for both, so that a scan is told once.
      rawStatus: theirs.id,
      rawStatusCode: theirs.id,
      description: theirs.comment || theirs.status,
      location: theirs.location || null,
      at,
      ...(ndrReason === undefined ? {} : { ndrReason }),
    },
  ];
};
