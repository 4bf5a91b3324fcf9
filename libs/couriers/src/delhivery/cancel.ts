import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';
import { refusalOf } from './refusals.ts';

export const editRequest = (waybill: string, changes: Record<string, unknown>): CourierDraft => ({
  method: 'POST',
  path: '/api/p/edit',
  headers: { 'content-type': 'application/json' },
  isRead: false,
  body: JSON.stringify({ waybill, ...changes }),
});

const editAnswer = z.object({
  // A boolean in the answers seen, the word "Failure" in some.
  status: z.union([z.boolean(), z.string()]).optional(),
  remark: z.string().optional(),
  error: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))]).optional(),
});

export const parseEdit = (reply: CourierReply): Outcome<null> => {
  const answer = readJson(reply, editAnswer);
  if (answer.kind !== 'done') return answer;
  const { status, remark, error } = answer.value;
  const message = error ?? remark ?? 'no reason given';
  if (status === true || /^(true|success)$/i.test(String(status)) || /already (been )?cancel/i.test(message)) {
    return done(null);
  }
  return refusalOf(message, reply.status, answer.value);
};

export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: (_account, { awb }) => editRequest(awb, { cancellation: 'true' }),
  parse: (reply) => {
    const outcome = parseEdit(reply);
    return outcome.kind === 'done' ? done({ state: 'cancelled' as const }) : outcome;
  },
});
