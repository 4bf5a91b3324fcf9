import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierFile } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';

/** 4R is 4 by 6 inches. */
export const labelRequest = (awb: string): CourierDraft => ({
  method: 'GET',
  path: '/api/p/packing_slip',
  query: { wbns: awb, pdf: 'true', pdf_size: '4R' },
  isRead: true,
});

const labelAnswer = z.object({ packages: z.array(z.object({ pdf_encoding: z.string().nullish() })) });

/**
 * The file comes in base64 beside a link that lives 24 hours. The link points to another host and is not followed: only the
 * account's own address is ever called.
 */
export const parseLabel = (reply: CourierReply): Outcome<CourierFile> => {
  const answer = readJson(reply, labelAnswer);
  if (answer.kind !== 'done') return answer;
  const [parcel] = answer.value.packages;
  if (parcel === undefined) return refused('NOT_FOUND', 'no packing slip: the waybill is not manifested');
  const bytes = Buffer.from(parcel.pdf_encoding ?? '', 'base64');
  if (!bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) return { kind: 'unknown', cause: 'packing slip is no PDF' };
  return done({ contentType: 'application/pdf', bytes });
};

export const label = oneExchange<{ awb: string }, CourierFile>({
  request: (_account, { awb }) => labelRequest(awb),
  parse: parseLabel,
});
