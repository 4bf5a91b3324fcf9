import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';
import { unserved } from '../unserved.ts';
import { readAnswer } from './refusals.ts';

/** Both ends are looked up, and the days between them; days that do not come leave `eddDays` null. */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ send }, request) => {
  const look = async (pincode: string) => {
    const reply = await send({ method: 'GET', path: `/api/v2/serviceability/${pincode}`, isRead: true });
    return reply.kind === 'answered' ? parsePincode(reply) : reply;
  };
  const [pickup, drop, lane] = await Promise.all([
    look(request.pickupPincode),
    look(request.dropPincode),
    send(laneRequest(request)),
  ]);
  if (pickup.kind !== 'done') return pickup;
  if (drop.kind !== 'done') return drop;
  return done(laneOf(pickup.value, drop.value, lane.kind === 'answered' ? parseLane(lane) : null));
};

/** Wants a parcel to price; a small one serves, as only the days are read. `direction` is needed and not in the documents. */
export const laneRequest = ({ pickupPincode, dropPincode }: ServiceabilityRequest): CourierDraft =>
  jsonDraft(
    'POST',
    '/data/v3/serviceability',
    {
      direction: 'FORWARD',
      pickupPincode,
      dropPincode,
      length: '10',
      width: '10',
      height: '10',
      weight: '500',
      paymentType: 'Prepaid',
      serviceType: 'SURFACE',
      codAmount: '0',
      invoiceAmount: '500',
    },
    { isRead: true },
  );

const pincodeAnswer = z.object({
  status: z.boolean(),
  remark: z.string().nullish(),
  details: z
    .object({
      cod: z.boolean(),
      max_cod_amount: z.number(),
      forward_pickup: z.boolean(),
      forward_drop: z.boolean(),
      reverse_pickup: z.boolean(),
      reverse_drop: z.boolean(),
    })
    .nullish(),
});

type Place = NonNullable<z.output<typeof pincodeAnswer>['details']>;

/** `status: false` is a pincode that is not served: null. */
export const parsePincode = (reply: CourierReply): Outcome<Place | null> => {
  const answer = readAnswer(reply, pincodeAnswer);
  if (answer.kind === 'refused' && (answer.reason === 'NOT_FOUND' || answer.reason === 'NOT_SERVICEABLE')) {
    return done(null);
  }
  if (answer.kind !== 'done') return answer;
  return done(answer.value.status ? (answer.value.details ?? null) : null);
};

export const parseLane = (reply: CourierReply): number | null => {
  const answer = readJson(reply, z.array(z.object({ tat: z.object({ max: z.number() }) })));
  return answer.kind === 'done' ? (answer.value[0]?.tat.max ?? null) : null;
};

export const laneOf = (pickup: Place | null, drop: Place | null, eddDays: number | null): Serviceability => {
  if (pickup === null || drop === null) {
    return unserved(`the ${pickup === null ? 'pickup' : 'drop'} pincode is not served`);
  }
  const prepaid = pickup.forward_pickup && drop.forward_drop;
  const reverse = pickup.reverse_pickup && drop.reverse_drop;
  const cod = prepaid && drop.cod;
  return {
    isServiceable: prepaid,
    prepaid,
    cod,
    pickup: pickup.forward_pickup,
    reverse,
    reverseQc: reverse,
    maxCodPaise: cod ? drop.max_cod_amount * 100 : null,
    eddDays,
    remarks: prepaid ? null : 'no forward delivery on this lane',
  };
};
