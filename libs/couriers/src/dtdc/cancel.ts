import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { apiKeyOf, customerCodeOf } from './hosts.ts';
import { readAnswer, refusalOf } from './refusals.ts';

export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: (account, { awb }) =>
    jsonDraft(
      'POST',
      '/consignment/cancel',
      { AWBNo: [awb], customerCode: customerCodeOf(account) },
      { headers: apiKeyOf(account) },
    ),
  parse: (reply) => parseCancel(reply),
});

const failed = z.array(z.object({ message: z.string().nullish(), reason: z.string().nullish() }));

const cancelAnswer = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  failures: failed.nullish(),
  failedConsignments: failed.nullish(),
});

/** "OK" is the state of the request; `success` that of the cancellation. */
export const parseCancel = (reply: CourierReply): Outcome<{ state: 'cancelled' }> => {
  const answer = readAnswer(reply, cancelAnswer);
  if (answer.kind !== 'done') return answer;
  const { success, message, failures, failedConsignments } = answer.value;
  const [failure] = failures ?? failedConsignments ?? [];
  if (success && failure === undefined) return done({ state: 'cancelled' });
  const said = failure?.message ?? failure?.reason ?? message ?? 'no reason given';
  return /already (been )?cancel/i.test(said)
    ? done({ state: 'cancelled' })
    : refusalOf(said, reply.status, answer.value);
};
