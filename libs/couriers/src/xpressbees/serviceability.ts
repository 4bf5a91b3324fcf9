import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount, Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { unserved } from '../unserved.ts';
import { readAnswer } from './refusals.ts';

/** Asked once with each payment mode: the answer is the list of products that would take the parcel, with their prices. */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ account, send }, request) => {
  const ask = async (paymentType: 'prepaid' | 'cod') => {
    const reply = await send(laneRequest(request, paymentType));
    return reply.kind === 'answered' ? parseLane(reply, productOf(account, request.service)) : reply;
  };
  const [prepaid, cod] = await Promise.all([ask('prepaid'), ask('cod')]);
  if (prepaid.kind !== 'done') return prepaid;
  if (cod.kind !== 'done') return cod;
  const isServiceable = prepaid.value || cod.value;
  return done({
    ...unserved(isServiceable ? null : `no ${request.service} product takes this lane`),
    isServiceable,
    prepaid: prepaid.value,
    cod: cod.value,
    pickup: isServiceable,
    reverse: isServiceable,
  });
};

const productOf = (account: CourierAccount, service: 'air' | 'surface'): string =>
  service === 'air' ? (account.settings?.['courierAir'] ?? '6') : (account.settings?.['courierSurface'] ?? '1');

/** Wants a parcel to price; half a kilogram in a small box serves. */
export const laneRequest = (request: ServiceabilityRequest, paymentType: 'prepaid' | 'cod'): CourierDraft =>
  jsonDraft(
    'POST',
    '/courier/serviceability',
    {
      origin: request.pickupPincode,
      destination: request.dropPincode,
      payment_type: paymentType,
      order_amount: '500',
      weight: '500',
      length: '10',
      breadth: '10',
      height: '10',
    },
    { isRead: true },
  );

const laneAnswer = z.object({
  status: z.literal(true),
  data: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String) })),
});

/** "Not serviceable" comes as a refusal, which for us is an answer. */
export const parseLane = (reply: CourierReply, courierId: string): Outcome<boolean> => {
  const answer = readAnswer(reply, laneAnswer);
  if (answer.kind === 'refused' && answer.reason === 'NOT_SERVICEABLE') return done(false);
  return answer.kind === 'done' ? done(answer.value.data.some(({ id }) => id === courierId)) : answer;
};
