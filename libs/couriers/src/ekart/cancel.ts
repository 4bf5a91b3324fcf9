import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { acknowledgement, readAnswer, refusalOf } from './refusals.ts';

export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: (_account, { awb }) => ({
    method: 'DELETE',
    path: '/api/v1/package/cancel',
    query: { tracking_id: awb },
    isRead: false,
  }),
  parse: (reply) => parseCancel(reply),
});

export const parseCancel = (reply: CourierReply): Outcome<{ state: 'cancelled' }> => {
  const answer = readAnswer(reply, z.object({ data: z.array(acknowledgement) }));
  if (answer.kind !== 'done') return answer;
  const [ours] = answer.value.data;
  const remark = ours?.remark ?? 'no reason given';
  if (ours?.status === true || /already cancel/i.test(remark)) return done({ state: 'cancelled' });
  return refusalOf(remark, reply.status, answer.value);
};
