import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { fromIndiaTime } from '../india-time.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import type { TrackedConsignment } from '../scan.ts';
import { meaningsOf } from './events.ts';
import { readAnswer } from './refusals.ts';

export const trackRequest = (awbs: readonly string[]): CourierDraft =>
  jsonDraft('POST', '/v1/tracking/bulk', { bulk: awbs }, { isRead: true });

const text = z.string().nullish();

const trackAnswer = z.object({
  data: z
    .array(
      z.object({
        booking_details: z.object({ article_number: z.string() }),
        tracking_details: z
          .array(z.object({ date: z.string(), time: text, office: text, event: z.string() }))
          .nullish(),
      }),
    )
    .nullish(),
});

export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readAnswer(reply, trackAnswer);
  if (answer.kind === 'refused' && answer.reason === 'NOT_FOUND') return done([]);
  if (answer.kind !== 'done') return answer;
  return done(
    (answer.value.data ?? []).map(({ booking_details, tracking_details }) => ({
      awb: booking_details.article_number,
      // Our reference is not echoed.
      reference: null,
      scans: scansOf(tracking_details ?? []),
      expectedDeliveryDate: null,
      reweigh: null,
    })),
  );
};

type Line = { date: string; time?: string | null | undefined; office?: string | null | undefined; event: string };

/** They come newest first; events without a readable time are dropped, as nothing could be ordered by them. */
const scansOf = (lines: readonly Line[]): TrackedConsignment['scans'] => {
  const timed = lines
    .flatMap((line) => {
      const at = timeOf(line);
      return at === undefined ? [] : [{ line, at }];
    })
    .reverse()
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const meanings = meaningsOf(timed.map(({ line }) => line.event));
  return timed.map(({ line, at }, index) => {
    const meaning = meanings[index];
    return {
      status: meaning?.status ?? null,
      isKnownCode: meaning?.isKnown ?? false,
      rawStatus: line.event,
      rawStatusCode: '',
      description: line.event,
      location: line.office || null,
      at,
      ...(meaning?.ndrReason === undefined ? {} : { ndrReason: meaning.ndrReason }),
    };
  });
};

/** The date may come as `2025-08-13T00:00:00Z`, which is a calendar day; the time beside it is on an Indian clock. */
const timeOf = ({ date, time }: Line): Date | undefined => fromIndiaTime(`${date.slice(0, 10)} ${time || '00:00:00'}`);

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (_account, { awbs }) => trackRequest(awbs),
  parse: parseTrack,
});
