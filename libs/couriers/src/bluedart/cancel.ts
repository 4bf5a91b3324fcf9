import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CancelRequest } from '../courier.ts';
import { oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { profileOf } from './auth.ts';
import { post, readResult } from './result.ts';

/** Only before the first scan. */
export const cancel = oneExchange<CancelRequest, { state: 'cancelled' | 'queued' }>({
  request: (account, { awb }) =>
    post('/waybill/v1/CancelWaybill', { Request: { AWBNo: awb }, Profile: profileOf(account) }),
  parse: (reply) => parseCancel(reply),
});

export const parseCancel = (reply: CourierReply): Outcome<{ state: 'cancelled' }> => {
  const result = readResult(reply, 'CancelWaybillResult', z.looseObject({}));
  if (result.kind === 'refused' && /already cancel/i.test(result.message)) return done({ state: 'cancelled' });
  return result.kind === 'done' ? done({ state: 'cancelled' }) : result;
};
