import type { CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { fromIndiaTime, toIndiaTime } from '../india-time.ts';
import { jsonDraft } from '../json-draft.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done, type Refused, refused } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { readAcknowledgement } from './refusals.ts';

const dayMs = 86_400_000;

/** Re-Attempt must name a day: not today, at most seven days ahead; tomorrow when the merchant named none. */
export const ndrRequest = (_account: CourierAccount, request: NdrRequest, now = new Date()): CourierDraft | Refused => {
  if (request.action === 'RTO' || request.action === 'CANCEL') {
    return jsonDraft('POST', '/api/v2/package/ndr', { action: 'RTO', wbn: request.awb, instructions: request.notes });
  }
  const today = startOfDay(now);
  const day = startOfDay(request.preferredDate ?? new Date(now.getTime() + dayMs));
  if (day <= today || day > today + 7 * dayMs) {
    return refused('INVALID_REQUEST', 'Ekart delivers again on a day from tomorrow to seven days ahead');
  }
  const address = [request.newAddress, request.newCity, request.newState, request.newPincode].filter(Boolean);
  return jsonDraft('POST', '/api/v2/package/ndr', {
    action: 'Re-Attempt',
    wbn: request.awb,
    date: day,
    ...(request.newPhone === undefined ? {} : { phone: tenDigits(request.newPhone) }),
    ...(address.length === 0 ? {} : { address: address.join(', ') }),
    ...(request.notes === undefined ? {} : { instructions: request.notes }),
  });
};

/** Midnight in India, in milliseconds since 1970. */
const startOfDay = (at: Date): number => fromIndiaTime(toIndiaTime(at).date)?.getTime() ?? at.getTime();

export const ndrAction = oneExchange<NdrRequest, NdrResult>({
  request: (account, request) => ndrRequest(account, request),
  parse: (reply) => {
    const outcome = readAcknowledgement(reply);
    return outcome.kind === 'done' ? done({ state: 'applied', courierReference: null }) : outcome;
  },
});
