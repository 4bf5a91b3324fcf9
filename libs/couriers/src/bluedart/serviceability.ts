import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount, Serviceability, ServiceabilityRequest } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { done, type Outcome, type RefusalReason, type Refused, type Unknown } from '../outcome.ts';
import { profileOf } from './auth.ts';
import { productOf } from './book.ts';
import { post, readResult } from './result.ts';
import { fromWireTime, toWireDate } from './wire.ts';

/** Air and surface have flags of their own, inbound at the drop and outbound at the pickup. */
export const serviceability: Operation<ServiceabilityRequest, Serviceability> = async ({ account, send }, request) => {
  const look = async (pincode: string) => {
    const reply = await send(pincodeRequest(account, pincode));
    return reply.kind === 'answered' ? parsePincode(reply) : reply;
  };
  const now = new Date();
  const [pickup, drop, transit] = await Promise.all([
    look(request.pickupPincode),
    look(request.dropPincode),
    send(transitRequest(account, request, now)),
  ]);
  if (pickup.kind !== 'done') return unservedOr(pickup);
  if (drop.kind !== 'done') return unservedOr(drop);
  const eddDays = transit.kind === 'answered' ? parseTransit(transit, now) : null;
  return done(laneOf(pickup.value, drop.value, request.service, eddDays));
};

const unserved: readonly RefusalReason[] = ['NOT_SERVICEABLE', 'NOT_FOUND', 'INVALID_REQUEST'];

/** An unserved pincode comes as an error; for us it is an answer. */
const unservedOr = (outcome: Refused | Unknown): Outcome<Serviceability> =>
  outcome.kind === 'refused' && unserved.includes(outcome.reason)
    ? done({ ...nothing, remarks: outcome.message })
    : outcome;

export const pincodeRequest = (account: CourierAccount, pinCode: string): CourierDraft =>
  post('/finder/v1/GetServicesforPincode', { pinCode, profile: profileOf(account) }, true);

export const transitRequest = (account: CourierAccount, request: ServiceabilityRequest, now: Date): CourierDraft =>
  post(
    '/transit/v1/GetDomesticTransitTimeForPinCodeandProduct',
    {
      pPinCodeFrom: request.pickupPincode,
      pPinCodeTo: request.dropPincode,
      pProductCode: productOf(account, request.service),
      pSubProductCode: 'P',
      pPudate: toWireDate(now),
      pPickupTime: '16:00',
      profile: profileOf(account),
    },
    true,
  );

const flag = z
  .string()
  .nullish()
  .transform((value) => value === 'Yes');

const pincode = z.object({
  ApexInbound: flag,
  ApexOutbound: flag,
  GroundInbound: flag,
  GroundOutbound: flag,
  eTailCODAirInbound: flag,
  eTailCODGroundInbound: flag,
  eTailPrePaidAirInbound: flag,
  eTailPrePaidGroundInbound: flag,
});

type Place = z.output<typeof pincode>;

export const parsePincode = (reply: CourierReply): Outcome<Place> =>
  readResult(reply, 'GetServicesforPincodeResult', pincode);

const dayMs = 86_400_000;

export const parseTransit = (reply: CourierReply, from: Date): number | null => {
  const result = readResult(
    reply,
    'GetDomesticTransitTimeForPinCodeandProductResult',
    z.object({ ExpectedDateDelivery: z.string() }),
  );
  const at = result.kind === 'done' ? fromWireTime(result.value.ExpectedDateDelivery) : undefined;
  return at === undefined ? null : Math.max(1, Math.ceil((at.getTime() - from.getTime()) / dayMs));
};

export const laneOf = (
  pickup: Place,
  drop: Place,
  service: 'air' | 'surface',
  eddDays: number | null,
): Serviceability => {
  const isAir = service === 'air';
  const collects = isAir ? pickup.ApexOutbound : pickup.GroundOutbound;
  const delivers = collects && (isAir ? drop.ApexInbound : drop.GroundInbound);
  const prepaid = delivers && (isAir ? drop.eTailPrePaidAirInbound : drop.eTailPrePaidGroundInbound);
  const cod = delivers && (isAir ? drop.eTailCODAirInbound : drop.eTailCODGroundInbound);
  return {
    ...nothing,
    isServiceable: prepaid || cod,
    prepaid,
    cod,
    pickup: collects,
    reverse: delivers,
    eddDays,
    remarks: prepaid || cod ? null : `no ${isAir ? 'Apex' : 'Ground'} service on this lane`,
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
