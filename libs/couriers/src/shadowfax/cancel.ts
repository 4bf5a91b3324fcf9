import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { readAnswer, refusalOf, textOfErrors } from './refusals.ts';

export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: (_account, { awb, reason }) =>
    jsonDraft('POST', '/v3/clients/orders/cancel/', {
      request_id: awb,
      cancel_remarks: reason ?? 'Cancelled by seller',
    }),
  parse: (reply) => parseCancel(reply),
});

const cancelAnswer = z.object({
  responseCode: z.number(),
  responseMsg: z.string().nullish(),
  errors: z.unknown().optional(),
});

/** The HTTP status is 200 in both cases: `responseCode` 200 = cancelled, 304 = queued until the parcel is met. */
export const parseCancel = (reply: CourierReply): Outcome<{ state: 'cancelled' | 'queued' }> => {
  const answer = readAnswer(reply, cancelAnswer);
  if (answer.kind === 'refused' && /already (been )?cancel/i.test(answer.message)) return done({ state: 'cancelled' });
  if (answer.kind !== 'done') return answer;
  const { responseCode, responseMsg, errors } = answer.value;
  if (responseCode === 200) return done({ state: 'cancelled' });
  if (responseCode === 304) return done({ state: 'queued' });
  const message = textOfErrors(errors) || responseMsg || `response code ${responseCode}`;
  return /already (been )?cancel/i.test(message)
    ? done({ state: 'cancelled' })
    : refusalOf(message, reply.status, answer.value);
};
