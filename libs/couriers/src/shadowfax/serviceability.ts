import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';
import { unserved } from '../unserved.ts';

/** Asked once per end: does a van come to the seller, does a rider go to the customer? */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ send }, request) => {
  const look = async (service: 'seller_pickup' | 'customer_delivery', pincode: string) => {
    const reply = await send(pincodeRequest(service, pincode));
    return reply.kind === 'answered' ? parsePincode(reply, pincode) : reply;
  };
  const [pickup, drop] = await Promise.all([
    look('seller_pickup', request.pickupPincode),
    look('customer_delivery', request.dropPincode),
  ]);
  if (pickup.kind !== 'done') return pickup;
  if (drop.kind !== 'done') return drop;
  if (!pickup.value || !drop.value) return done(unserved(`no ${pickup.value ? 'delivery' : 'pickup'} at the pincode`));
  // Cash is not told apart: a pincode without it refuses the booking.
  return done({ ...unserved(), isServiceable: true, prepaid: true, cod: true, pickup: true });
};

export const pincodeRequest = (service: string, pincode: string): CourierDraft => ({
  method: 'GET',
  path: '/v1/clients/serviceability/',
  query: { service, pincodes: pincode, page: '1', count: '10' },
  isRead: true,
});

const code = z.union([z.string(), z.number()]).transform(String);
const place = z.union([
  z.object({ code }),
  z.object({ pincode: code }).transform(({ pincode }) => ({ code: pincode })),
]);
/** A bare list, or one in `data`: integrations have seen both. */
const pincodeAnswer = z.union([z.array(place), z.object({ data: z.array(place) }).transform(({ data }) => data)]);

export const parsePincode = (reply: CourierReply, pincode: string): Outcome<boolean> => {
  const answer = readJson(reply, pincodeAnswer);
  return answer.kind === 'done' ? done(answer.value.some((one) => one.code === pincode)) : answer;
};
