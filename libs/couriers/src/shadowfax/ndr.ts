import { z } from 'zod';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { readAnswer } from './refusals.ts';

/** `rts` returns a marketplace order, `rto` a warehouse order; ours are marketplace orders. */
export const ndrRequest = (request: NdrRequest): CourierDraft => {
  const isReturn = request.action === 'RTO' || request.action === 'CANCEL';
  const address = [request.newAddress, request.newCity, request.newState].filter(Boolean).join(', ');
  const changes = {
    ...(address === '' ? {} : { customer_address: address }),
    ...(request.newPincode === undefined ? {} : { pincode: Number(request.newPincode) }),
    ...(request.newPhone === undefined ? {} : { contact: tenDigits(request.newPhone) }),
  };
  return jsonDraft('POST', '/v3/clients/order_update/', {
    awb_numbers: [request.awb],
    ...(isReturn || Object.keys(changes).length === 0 ? {} : { delivery_details: changes }),
    status_update: { status: isReturn ? 'rts' : 'reopen_ndr', remarks: request.notes ?? '' },
  });
};

/** "Request accepted." is all that is answered; what comes of it is seen in tracking. */
export const ndrAction = oneExchange<NdrRequest, NdrResult>({
  request: (_account, request) => ndrRequest(request),
  parse: (reply) => {
    const answer = readAnswer(reply, z.looseObject({ message: z.string() }));
    return answer.kind === 'done' ? done({ state: 'applied', courierReference: null }) : answer;
  },
});
