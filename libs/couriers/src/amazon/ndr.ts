import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { refusalIn } from './refusals.ts';

/** With a day it is RESCHEDULE, else REATTEMPT; an address and a phone travel as notes. */
export const ndrRequest = (request: NdrRequest): CourierDraft => {
  const isReturn = request.action === 'RTO' || request.action === 'CANCEL';
  const address = [request.newAddress, request.newCity, request.newState, request.newPincode]
    .filter(Boolean)
    .join(', ');
  const notes = [
    address,
    request.newPhone === undefined ? '' : `Phone ${tenDigits(request.newPhone)}`,
    request.notes ?? '',
  ].filter(Boolean);
  const day = isReturn ? undefined : request.preferredDate;
  const data = {
    ...(day === undefined ? {} : { rescheduleDate: day.toISOString() }),
    ...(isReturn || notes.length === 0 ? {} : { additionalAddressNotes: notes.join('; ').slice(0, 256) }),
  };
  return jsonDraft('POST', '/shipping/v2/ndrFeedback', {
    trackingId: request.awb,
    ndrAction: isReturn ? 'RTO' : day === undefined ? 'REATTEMPT' : 'RESCHEDULE',
    ...(Object.keys(data).length === 0 ? {} : { ndrRequestData: data }),
  });
};

/** A good answer has no body. */
export const ndrAction = oneExchange<NdrRequest, NdrResult>({
  request: (_account, request) => ndrRequest(request),
  parse: (reply) => refusalIn(reply) ?? done({ state: 'applied', courierReference: null }),
});
