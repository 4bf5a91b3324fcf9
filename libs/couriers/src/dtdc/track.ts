import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import type { Scan, TrackedConsignment } from '../scan.ts';
import { meaningOf } from './codes.ts';
import { trackingHost } from './hosts.ts';
import { readAnswer, refusalOf } from './refusals.ts';
import { fromWireTime } from './wire.ts';

/** By consignment number (`cnno`) or by the customer's reference. */
export const trackRequest = (account: CourierAccount, by: 'cnno' | 'reference', number: string): CourierDraft =>
  jsonDraft(
    'POST',
    '/dtdc-api/rest/JSONCnTrk/getTrackDetails',
    { trkType: by, strcnno: number, addtnlDtl: 'Y' },
    { baseUrl: trackingHost(account), isRead: true },
  );

const text = z.string().nullish();

const trackAnswer = z.object({
  statusFlag: z.boolean().nullish(),
  errorDetails: z.array(z.object({ name: text, value: text })).nullish(),
  trackHeader: z
    .object({ strShipmentNo: z.string(), strRefNo: text, strExpectedDeliveryDate: text, strStatusRelName: text })
    .nullish(),
  trackDetails: z
    .array(
      z.object({
        strCode: z.string(),
        strAction: text,
        strOrigin: text,
        strActionDate: z.string(),
        strActionTime: text,
        sTrRemarks: text,
      }),
    )
    .nullish(),
});

/** A number that DTDC does not know is answered with `statusFlag: false` and "NO DATA FOUND". */
export const parseTrack = (reply: CourierReply): Outcome<TrackedConsignment[]> => {
  const answer = readAnswer(reply, trackAnswer);
  if (answer.kind !== 'done') return answer;
  const { statusFlag, errorDetails, trackHeader, trackDetails } = answer.value;
  if (statusFlag === false || !trackHeader) {
    const message = (errorDetails ?? []).find(({ name }) => name === 'strError')?.value ?? 'no data';
    return /no data/i.test(message) ? done([]) : refusalOf(message, reply.status);
  }
  return done([
    {
      awb: trackHeader.strShipmentNo,
      reference: trackHeader.strRefNo || null,
      scans: (trackDetails ?? [])
        .flatMap((line) =>
          scanOf({
            code: line.strCode,
            action: line.strAction ?? '',
            text: line.sTrRemarks ?? '',
            location: line.strOrigin,
            date: line.strActionDate,
            time: line.strActionTime ?? '',
          }),
        )
        .sort((a, b) => a.at.getTime() - b.at.getTime()),
      expectedDeliveryDate: fromWireTime(trackHeader.strExpectedDeliveryDate ?? '') ?? null,
      reweigh: null,
    },
  ]);
};

export const track = oneExchange<{ awbs: readonly string[] }, TrackedConsignment[]>({
  request: (account, { awbs }) => trackRequest(account, 'cnno', awbs[0] ?? ''),
  parse: parseTrack,
});

export type DtdcScan = {
  code: string;
  action: string;
  text: string;
  location: string | null | undefined;
  date: string;
  time: string;
};

/** One of their scans in our words; a scan without a readable time is dropped, as nothing could be ordered by it. */
export const scanOf = (theirs: DtdcScan): Scan[] => {
  const at = fromWireTime(theirs.date, theirs.time);
  if (at === undefined) return [];
  const { status, ndrReason, isKnown } = meaningOf(theirs);
  return [
    {
      status,
      isKnownCode: isKnown,
      rawStatus: theirs.action || theirs.code,
      rawStatusCode: theirs.code,
      description: theirs.text || theirs.action || theirs.code,
      location: theirs.location || null,
      at,
      ...(ndrReason === undefined ? {} : { ndrReason }),
    },
  ];
};
