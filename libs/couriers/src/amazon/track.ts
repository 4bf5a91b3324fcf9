import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import type { Scan, TrackedConsignment } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { readPayload } from './refusals.ts';

/** ATS is Amazon's own network. */
export const trackRequest = (awb: string): CourierDraft => ({
  method: 'GET',
  path: '/shipping/v2/tracking',
  query: { trackingId: awb, carrierId: 'ATS' },
  isRead: true,
});

/** ISO 8601 with an offset. */
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const event = z.object({
  eventCode: z.string(),
  eventTime: time,
  shipmentType: z.string().nullish(),
  location: z.object({ city: z.string().nullish(), stateOrRegion: z.string().nullish() }).nullish(),
});

const details = z.array(z.string()).nullish();

const trackAnswer = z.object({
  trackingId: z.string(),
  eventHistory: z.array(event).default([]),
  promisedDeliveryDate: time.nullish(),
  summary: z.object({ trackingDetailCodes: z.object({ forward: details, returns: details }).nullish() }).nullish(),
});

export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readPayload(reply, trackAnswer);
  if (answer.kind === 'refused' && answer.reason === 'NOT_FOUND') return done([]);
  if (answer.kind !== 'done') return answer;
  const { trackingId, eventHistory, promisedDeliveryDate, summary } = answer.value;
  const events = eventHistory.toSorted((a, b) => a.eventTime.getTime() - b.eventTime.getTime());
  const { forward, returns } = summary?.trackingDetailCodes ?? {};
  return done([
    {
      awb: trackingId,
      // Tracking does not echo our reference.
      reference: null,
      scans: events.map((one, at) => {
        // Details are told for the present state only, which is the newest event's.
        const codes = at === events.length - 1 ? (isReturn(one) ? returns : forward) : [];
        return scanOf(one, codes?.at(-1) ?? '');
      }),
      expectedDeliveryDate: promisedDeliveryDate ?? null,
      reweigh: null,
    },
  ]);
};

const isReturn = ({ shipmentType }: z.output<typeof event>): boolean => shipmentType === 'RETURNS';

const scanOf = (theirs: z.output<typeof event>, detail: string): Scan => {
  const { status, ndrReason, isKnown } = meaningOf({ event: theirs.eventCode, isReturn: isReturn(theirs), detail });
  return {
    status,
    isKnownCode: isKnown,
    rawStatus: isReturn(theirs) ? `RETURNS ${theirs.eventCode}` : theirs.eventCode,
    rawStatusCode: theirs.eventCode,
    description: detail === '' ? theirs.eventCode : `${theirs.eventCode}: ${detail}`,
    location: theirs.location?.city || theirs.location?.stateOrRegion || null,
    at: theirs.eventTime,
    ...(ndrReason === undefined ? {} : { ndrReason }),
  };
};

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (_account, { awbs }) => trackRequest(awbs[0] ?? ''),
  parse: parseTrack,
});
