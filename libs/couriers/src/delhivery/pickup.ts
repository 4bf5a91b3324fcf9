import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount, Pickup, PickupRequest } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { fromIndiaTime, toIndiaTime } from '../india-time.ts';
import { done, type Outcome, type Refused, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';
import { refusalOf } from './refusals.ts';
import { warehouseNameOf } from './warehouse.ts';

export const pickupRequest = (account: CourierAccount, request: PickupRequest): CourierDraft | Refused => {
  if (request.shipmentType === 'REVERSE') {
    return refused('NOT_SUPPORTED', 'Delhivery plans reverse pickups by itself');
  }
  const { date, time } = toIndiaTime(request.readyAt);
  return {
    method: 'POST',
    path: '/fm/request/new/',
    headers: { 'content-type': 'application/json' },
    isRead: false,
    body: JSON.stringify({
      pickup_time: time,
      pickup_date: date,
      pickup_location: warehouseNameOf(account, request.place),
      expected_package_count: request.packageCount,
    }),
  };
};

const pickupAnswer = z.object({
  pickup_id: z.union([z.number(), z.string()]).transform(String).optional(),
  pickup_date: z.string().optional(),
  pickup_time: z.string().optional(),
  pr_exist: z.boolean().optional(),
  error: z.unknown().optional(),
});

/** There is one open request per warehouse and day; a second one is answered with the first, which serves us as well. */
export const parsePickup = (reply: CourierReply): Outcome<Pickup> => {
  const answer = readJson(reply, pickupAnswer);
  if (answer.kind !== 'done') return answer;
  const { pickup_id: id, pickup_date: date, pickup_time: time, pr_exist: existed, error } = answer.value;
  if (id !== undefined && (existed === true || reply.status < 400)) {
    const scheduledFor = date === undefined ? undefined : fromIndiaTime(`${date} ${time ?? '00:00:00'}`);
    return done({ courierReference: id, scheduledFor: scheduledFor ?? null });
  }
  return refusalOf(JSON.stringify(error ?? answer.value), reply.status, answer.value);
};

export const requestPickup = oneExchange<PickupRequest, Pickup>({ request: pickupRequest, parse: parsePickup });
