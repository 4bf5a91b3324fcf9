import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { unserved } from '../unserved.ts';
import { readAnswer } from './refusals.ts';

/** A pincode with a post office is served; cash on delivery and days are not told. */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ send }, request) => {
  const look = async (pincode: string) => {
    const reply = await send(pincodeRequest(pincode));
    return reply.kind === 'answered' ? parsePincode(reply) : reply;
  };
  const [pickup, drop] = await Promise.all([look(request.pickupPincode), look(request.dropPincode)]);
  if (pickup.kind !== 'done') return pickup;
  if (drop.kind !== 'done') return drop;
  if (!pickup.value || !drop.value) {
    return done(unserved(`the ${pickup.value ? 'drop' : 'pickup'} pincode has no post office`));
  }
  return done({ ...unserved(), isServiceable: true, prepaid: true, cod: true, pickup: true });
};

export const pincodeRequest = (pincode: string): CourierDraft => ({
  method: 'GET',
  path: '/v1/pincode-search',
  query: { pincode, 'office-type': 'post' },
  isRead: true,
});

export const parsePincode = (reply: CourierReply): Outcome<boolean> => {
  const answer = readAnswer(reply, z.object({ data: z.array(z.unknown()).nullish() }));
  if (answer.kind === 'refused' && answer.reason === 'NOT_FOUND') return done(false);
  return answer.kind === 'done' ? done((answer.value.data ?? []).length > 0) : answer;
};
