import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';

/** Both ends are looked up, and the days between them; days that do not come leave `eddDays` null. */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ send }, request) => {
  const look = async (pincode: string) => {
    const reply = await send(pincodeRequest(pincode));
    return reply.kind === 'answered' ? parsePincode(reply, pincode) : reply;
  };
  const [pickup, drop, transit] = await Promise.all([
    look(request.pickupPincode),
    look(request.dropPincode),
    send(transitRequest(request)),
  ]);
  if (pickup.kind !== 'done') return pickup;
  if (drop.kind !== 'done') return drop;
  return done(laneOf(pickup.value, drop.value, transit.kind === 'answered' ? parseTransit(transit) : null));
};

export const pincodeRequest = (pincode: string): CourierDraft => ({
  method: 'GET',
  path: '/c/api/pin-codes/json/',
  query: { filter_codes: pincode },
  isRead: true,
});

export const transitRequest = (request: ServiceabilityRequest): CourierDraft => ({
  method: 'GET',
  path: '/api/dc/expected_tat',
  query: {
    origin_pin: request.pickupPincode,
    destination_pin: request.dropPincode,
    mot: request.service === 'air' ? 'E' : 'S',
    pdt: 'B2C',
  },
  isRead: true,
});

const pincodeAnswer = z.object({
  delivery_codes: z.array(
    z.object({
      postal_code: z.object({
        pin: z.union([z.number(), z.string()]).transform(String),
        pre_paid: z.string(),
        cod: z.string(),
        pickup: z.string(),
        max_amount: z.number().nullish(),
        remarks: z.string().nullish(),
      }),
    }),
  ),
});

type Place = z.output<typeof pincodeAnswer>['delivery_codes'][number]['postal_code'];

/** An empty list is a pincode that is not served: null. */
export const parsePincode = (reply: CourierReply, pincode: string): Outcome<Place | null> => {
  const answer = readJson(reply, pincodeAnswer);
  if (answer.kind !== 'done') return answer;
  return done(answer.value.delivery_codes.find(({ postal_code }) => postal_code.pin === pincode)?.postal_code ?? null);
};

const transitAnswer = z.object({ success: z.literal(true), data: z.object({ tat: z.number() }) });

export const parseTransit = (reply: CourierReply): number | null => {
  const answer = readJson(reply, transitAnswer);
  return answer.kind === 'done' ? answer.value.data.tat : null;
};

/** `remarks` holds "Embargo" while a pincode is closed for a time. */
const isOpen = (place: Place | null): place is Place => place !== null && !/embargo|nsz/i.test(place.remarks ?? '');

export const laneOf = (pickup: Place | null, drop: Place | null, eddDays: number | null): Serviceability => {
  if (!isOpen(pickup) || !isOpen(drop)) {
    const closed = isOpen(pickup) ? 'drop' : 'pickup';
    return { ...nothing, remarks: `the ${closed} pincode is not served at present` };
  }
  const collects = pickup.pickup === 'Y';
  const prepaid = collects && drop.pre_paid === 'Y';
  const cod = collects && drop.cod === 'Y';
  return {
    isServiceable: prepaid || cod,
    prepaid,
    cod,
    pickup: collects,
    reverse: collects,
    reverseQc: collects,
    // 0 means no limit of its own.
    maxCodPaise: drop.max_amount ? Math.round(drop.max_amount * 100) : null,
    eddDays,
    remarks: drop.remarks || null,
  };
};

const nothing: Serviceability = {
  isServiceable: false,
  prepaid: false,
  cod: false,
  pickup: false,
  reverse: false,
  reverseQc: false,
  maxCodPaise: null,
  eddDays: null,
  remarks: null,
};
