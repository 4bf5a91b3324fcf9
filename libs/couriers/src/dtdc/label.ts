import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierFile } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { apiKeyOf } from './hosts.ts';
import { readAnswer } from './refusals.ts';

/** The answer is the PDF itself, 4 by 6 inches; an error is JSON. */
export const label = oneExchange<{ awb: string }, CourierFile>({
  request: (account, { awb }) => ({
    method: 'GET',
    path: '/consignment/shippinglabel/stream',
    query: { reference_number: awb, label_code: 'SHIP_LABEL_4X6', label_format: 'pdf' },
    headers: apiKeyOf(account),
    isRead: true,
  }),
  parse: (reply) => parseLabel(reply),
});

export const parseLabel = (reply: CourierReply): Outcome<CourierFile> => {
  if (reply.status < 400 && Buffer.from(reply.body).subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    return done({ contentType: 'application/pdf', bytes: reply.body });
  }
  const outcome = readAnswer(reply, z.unknown());
  return outcome.kind === 'done' ? { kind: 'unknown', cause: 'the label is no PDF' } : outcome;
};
