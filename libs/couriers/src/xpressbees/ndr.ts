import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, type Operation } from '../define-courier.ts';
import { toIndiaTime } from '../india-time.ts';
import { jsonDraft } from '../json-draft.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done, type Outcome } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { cancelRequest, parseCancel } from './cancel.ts';
import { readAnswer, refusalOf } from './refusals.ts';

const dayMs = 86_400_000;
const applied: NdrResult = { state: 'applied', courierReference: null };

/** RTO and CANCEL are a cancellation; the others are one list of instructions, each answered for itself. */
export const ndrAction: Operation<NdrRequest, NdrResult> = async ({ send }, request) => {
  if (request.action === 'RTO' || request.action === 'CANCEL') {
    const reply = await send(cancelRequest(request.awb));
    const cancelled = reply.kind === 'answered' ? parseCancel(reply) : reply;
    return cancelled.kind === 'done' ? done(applied) : cancelled;
  }
  const reply = await send(ndrRequest(request));
  return reply.kind === 'answered' ? parseNdr(reply) : reply;
};

/** A re-attempt must name a day: tomorrow when the merchant named none. */
export const ndrRequest = (request: NdrRequest, now = new Date()): CourierDraft => {
  const { awb } = request;
  const day = toIndiaTime(request.preferredDate ?? new Date(now.getTime() + dayMs)).date;
  const address = [request.newAddress, request.newCity, request.newState, request.newPincode].filter(Boolean);
  const changes = [
    ...(address.length === 0
      ? []
      : [{ awb, action: 'change_address', action_data: { address_1: address.join(', '), address_2: '' } }]),
    ...(request.newPhone === undefined
      ? []
      : [{ awb, action: 'change_phone', action_data: { phone: tenDigits(request.newPhone) } }]),
  ];
  const reattempt = { awb, action: 're-attempt', action_data: { re_attempt_date: day } };
  return jsonDraft('POST', '/ndr/create', changes.length === 0 ? [reattempt] : changes);
};

const ndrAnswer = z.array(
  z.object({ status: z.boolean(), awb: z.unknown().optional(), message: z.string().nullish() }),
);

export const parseNdr = (reply: CourierReply): Outcome<NdrResult> => {
  const answer = readAnswer(reply, ndrAnswer);
  if (answer.kind !== 'done') return answer;
  const failed = answer.value.find(({ status }) => !status);
  return failed === undefined
    ? done(applied)
    : refusalOf(failed.message ?? 'no reason given', reply.status, answer.value);
};
