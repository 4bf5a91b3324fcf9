import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount, Serviceability, ServiceabilityRequest } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { unserved } from '../unserved.ts';
import { pincodeHost } from './hosts.ts';
import { readAnswer } from './refusals.ts';

/** Needs no key. The live host speaks plain HTTP, so nothing that matters may travel here. */
export const laneRequest = (account: CourierAccount, request: ServiceabilityRequest): CourierDraft =>
  jsonDraft(
    'POST',
    '/ratecalapi/PincodeApiCall',
    { orgPincode: request.pickupPincode, desPincode: request.dropPincode },
    { baseUrl: pincodeHost(account), isRead: true },
  );

const laneAnswer = z.object({
  ZIPCODE_RESP: z.array(z.object({ SERVFLAG: z.string().nullish(), MESSAGE: z.string().nullish() })),
});

/** One flag for the lane, whatever the service type; cash on delivery is not told apart. */
export const parseLane = (reply: CourierReply): Outcome<Serviceability> => {
  const answer = readAnswer(reply, laneAnswer);
  if (answer.kind !== 'done') return answer;
  const [lane] = answer.value.ZIPCODE_RESP;
  if (lane?.SERVFLAG !== 'Y') return done(unserved(lane?.MESSAGE ?? 'the lane is not served'));
  return done({ ...unserved(), isServiceable: true, prepaid: true, cod: true, pickup: true, reverse: true });
};

export const serviceability = oneExchange<ServiceabilityRequest, Serviceability>({
  request: laneRequest,
  parse: parseLane,
});
