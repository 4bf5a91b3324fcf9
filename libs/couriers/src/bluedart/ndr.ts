import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import type { NdrRequest, NdrResult } from '../ndr.ts';
import { done, type Outcome } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { profileOf } from './auth.ts';
import { post, readResult } from './result.ts';
import { toWireDate } from './wire.ts';

const dayMs = 86_400_000;

/** DT (deliver again) must name a date: tomorrow when the merchant named none. RTO and CANCEL both bring the parcel back. */
export const ndrRequest = (account: CourierAccount, request: NdrRequest, now = new Date()): CourierDraft => {
  const isReturn = request.action === 'RTO' || request.action === 'CANCEL';
  const address = [request.newAddress, request.newCity, request.newState, request.newPincode].filter(Boolean);
  return post('/cust-instruction-update/v1/CustALTInstructionUpdate', {
    altreq: {
      AWBNo: request.awb,
      AltInstRequestType: isReturn ? 'RTO' : 'DT',
      ...(isReturn ? {} : { PreferDate: toWireDate(request.preferredDate ?? new Date(now.getTime() + dayMs)) }),
      PreferTime: '',
      TimeSlot: '',
      MobileNo: tenDigits(request.newPhone ?? ''),
      // There is no field for a whole address: the courier reads it as a landmark.
      LandMark: address.join(', '),
    },
    profile: profileOf(account),
  });
};

export const parseNdr = (reply: CourierReply): Outcome<NdrResult> => {
  const result = readResult(reply, 'CustALTInstructionUpdateResult', z.looseObject({}));
  return result.kind === 'done' ? done({ state: 'applied', courierReference: null }) : result;
};

export const ndrAction = oneExchange<NdrRequest, NdrResult>({
  request: (account, request) => ndrRequest(account, request),
  parse: parseNdr,
});
