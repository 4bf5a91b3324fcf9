import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { readAnswer } from './refusals.ts';

export const cancelRequest = (awb: string): CourierDraft => jsonDraft('POST', '/shipments2/cancel', { awb });

export const parseCancel = (reply: CourierReply): Outcome<{ state: 'cancelled' }> => {
  const answer = readAnswer(reply, z.object({ status: z.literal(true) }));
  if (answer.kind === 'refused' && /already (been )?cancel/i.test(answer.message)) return done({ state: 'cancelled' });
  return answer.kind === 'done' ? done({ state: 'cancelled' }) : answer;
};

export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: (_account, { awb }) => cancelRequest(awb),
  parse: (reply) => parseCancel(reply),
});
