import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { toIndiaTime } from '../india-time.ts';
import { jsonDraft } from '../json-draft.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done, type Outcome, unknownButOver } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { customerCodeOf, ndrHost } from './hosts.ts';
import { readAnswer, refusalOf } from './refusals.ts';

/** 1 = deliver again, 2 = return. A day, an address and a phone have no fields: they are remarks. */
export const ndrRequest = (account: CourierAccount, request: NdrRequest): CourierDraft => {
  const isReturn = request.action === 'RTO' || request.action === 'CANCEL';
  const { ndrUsername = '', ndrPassword = '' } = account.credentials;
  const address = [request.newAddress, request.newCity, request.newState, request.newPincode].filter(Boolean);
  const remarks = [
    address.length === 0 ? undefined : `New address: ${address.join(', ')}`,
    request.newPhone === undefined ? undefined : `Phone: ${tenDigits(request.newPhone)}`,
    request.preferredDate === undefined ? undefined : `Deliver on ${toIndiaTime(request.preferredDate).date}`,
    request.notes,
  ].filter(Boolean);
  return jsonDraft(
    'POST',
    '/ctbs-sraa-api/sraa/validateAndSave',
    [
      {
        consgNumber: request.awb,
        custCode: customerCodeOf(account),
        rtoAction: isReturn ? '2' : '1',
        remarks: remarks.join('; ') || (isReturn ? 'Return' : 'Deliver again'),
      },
    ],
    {
      baseUrl: ndrHost(account),
      headers: { authorization: `Basic ${Buffer.from(`${ndrUsername}:${ndrPassword}`).toString('base64')}` },
    },
  );
};

const line = z.object({
  consgNumber: z.string().nullish(),
  message: z.string().nullish(),
  remarks: z.string().nullish(),
});
const list = z.array(line).nullish();
const ndrAnswer = z.object({ success: list, failed: list, pendingApproval: list });

/** Three lists; what waits for approval is decided by a person at DTDC, and only tracking tells how. */
export const parseNdr = (reply: CourierReply): Outcome<NdrResult> => {
  const answer = readAnswer(reply, ndrAnswer);
  if (answer.kind !== 'done') return answer;
  const { success, failed, pendingApproval } = answer.value;
  const [failure] = failed ?? [];
  if (failure !== undefined) {
    return refusalOf(failure.message ?? failure.remarks ?? 'no reason given', reply.status, answer.value);
  }
  if (pendingApproval?.length) return done({ state: 'queued', courierReference: null });
  return success?.length
    ? done({ state: 'applied', courierReference: null })
    : unknownButOver('the instruction is in none of the lists');
};

export const ndrAction = oneExchange<NdrRequest, NdrResult>({ request: ndrRequest, parse: parseNdr });
