import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { PrefetchAwbRequest } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { readAnswer } from './refusals.ts';

/** A number that is fetched and never used costs nothing, so the call may be repeated. */
export const awbRequest = (): CourierDraft =>
  jsonDraft('POST', '/v3/clients/orders/generate_awb/', { count: 1 }, { isRead: true });

const numbers = z.array(z.string().min(1)).min(1);
const awbAnswer = z.union([
  z.object({ awb_numbers: numbers }),
  z.object({ data: z.object({ awb_numbers: numbers }) }).transform(({ data }) => data),
]);

export const parseAwb = (reply: CourierReply): Outcome<string> => {
  const answer = readAnswer(reply, awbAnswer);
  if (answer.kind !== 'done') return answer;
  const [awb] = answer.value.awb_numbers;
  return awb === undefined ? { kind: 'unknown', cause: 'no number in the answer' } : done(awb);
};

export const prefetchAwb = oneExchange<PrefetchAwbRequest, string>({ request: awbRequest, parse: parseAwb });
