import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type CourierDraft, type Operation, oneExchange } from '../define-courier.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done, type Outcome, unknown } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { readJson } from '../reply.ts';
import { editRequest, parseEdit } from './cancel.ts';
import { pickupRescheduleCodes } from './codes.ts';
import { refusalOf } from './refusals.ts';
import { plain } from './text.ts';

/**
 * RTO and CANCEL are a cancellation, answered at once. A new address or phone is an edit, followed by the re-attempt that makes
 * it worth something; the re-attempt is queued at Delhivery and `ndrResult` tells what became of it.
 */
export const ndrAction: Operation<NdrRequest, NdrResult> = async ({ send }, request) => {
  const isCancellation = request.action === 'RTO' || request.action === 'CANCEL';
  if (isCancellation || request.action === 'CHANGE_ADDRESS') {
    const changes = isCancellation ? { cancellation: 'true' } : editOf(request);
    const reply = await send(editRequest(request.awb, changes));
    const edited = reply.kind === 'answered' ? parseEdit(reply) : reply;
    if (edited.kind !== 'done') return edited;
    if (isCancellation) return done({ state: 'applied', courierReference: null });
  }
  const reply = await send(actionRequest(request));
  return reply.kind === 'answered' ? parseAction(reply) : reply;
};

const editOf = (request: NdrRequest): Record<string, unknown> => {
  const address = [request.newAddress, request.newCity, request.newState, request.newPincode].filter(Boolean);
  return {
    ...(address.length === 0 ? {} : { add: plain(address.join(', ')) }),
    ...(request.newPhone === undefined ? {} : { phone: [tenDigits(request.newPhone)] }),
  };
};

export const actionRequest = ({ awb, rawStatusCode }: NdrRequest): CourierDraft => {
  const isPickup = rawStatusCode !== undefined && pickupRescheduleCodes.includes(rawStatusCode);
  return {
    method: 'POST',
    path: '/api/p/update',
    headers: { 'content-type': 'application/json' },
    isRead: false,
    body: JSON.stringify({ data: [{ waybill: awb, act: isPickup ? 'PICKUP_RESCHEDULE' : 'RE-ATTEMPT' }] }),
  };
};

const actionAnswer = z.object({
  request_id: z.string().optional(),
  error: z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))]).optional(),
  message: z.string().optional(),
});

export const parseAction = (reply: CourierReply): Outcome<NdrResult> => {
  const answer = readJson(reply, actionAnswer);
  if (answer.kind !== 'done') return answer;
  const { request_id: id, error, message } = answer.value;
  if (id !== undefined) return done({ state: 'queued', courierReference: id });
  return refusalOf(error ?? message ?? 'no request id', reply.status, answer.value);
};

export const resultRequest = (courierReference: string): CourierDraft => ({
  method: 'GET',
  path: `/api/cmu/get_bulk_upl/${encodeURIComponent(courierReference)}`,
  query: { verbose: 'true' },
  isRead: true,
});

const resultAnswer = z.object({
  status: z.string(),
  failed_wbns: z.array(z.object({ waybill: z.string(), message: z.string().optional() })).default([]),
});

export const parseResult = (
  reply: CourierReply,
  request: { courierReference: string; awb: string },
): Outcome<NdrResult> => {
  const answer = readJson(reply, resultAnswer);
  if (answer.kind !== 'done') return answer;
  const failure = answer.value.failed_wbns.find(({ waybill }) => waybill === request.awb);
  if (failure !== undefined) return refusalOf(failure.message ?? 'not allowed', reply.status, answer.value);
  if (/^(complete|success)/i.test(answer.value.status)) {
    return done({ state: 'applied', courierReference: request.courierReference });
  }
  if (/^(pending|in.?progress|queued|processing)/i.test(answer.value.status)) {
    return done({ state: 'queued', courierReference: request.courierReference });
  }
  return unknown(`NDR request is in state ${answer.value.status.slice(0, 40)}`);
};

export const ndrResult = oneExchange<{ courierReference: string; awb: string }, NdrResult>({
  request: (_account, { courierReference }) => resultRequest(courierReference),
  parse: parseResult,
});
