import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount, Pickup, PickupRequest } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { profileOf } from './auth.ts';
import { productOf } from './book.ts';
import { customerCode, originArea, post, readResult } from './result.ts';
import { addressLines, fromWireTime, toKilograms, toWireDate, toWireTime } from './wire.ts';

export const pickupRequest = (account: CourierAccount, request: PickupRequest): CourierDraft => {
  const { place } = request;
  const [first, second, third] = addressLines(place.address);
  return post('/pickup/v1/RegisterPickup', {
    request: {
      AWBNo: request.awbs,
      AreaCode: originArea(account),
      CustomerCode: customerCode(account),
      CustomerName: place.name.slice(0, 30),
      CustomerAddress1: first,
      CustomerAddress2: second,
      CustomerAddress3: third,
      CustomerPincode: place.pincode,
      MobileTelNo: tenDigits(place.phone),
      EmailID: place.email ?? '',
      ContactPersonName: place.name.slice(0, 30),
      NumberofPieces: request.packageCount,
      WeightofShipment: toKilograms(request.weightGrams),
      ProductCode: productOf(account, request.service),
      ShipmentPickupDate: toWireDate(request.readyAt),
      ShipmentPickupTime: toWireTime(request.readyAt),
      OfficeCloseTime: '1800',
      IsReversePickup: request.shipmentType === 'REVERSE',
    },
    profile: profileOf(account),
  });
};

const result = z.object({
  TokenNumber: z.union([z.string(), z.number()]).transform(String),
  ShipmentPickupDate: z.string().nullish(),
});

export const parsePickup = (reply: CourierReply): Outcome<Pickup> => {
  const registered = readResult(reply, 'RegisterPickupResult', result);
  if (registered.kind !== 'done') {
    const isOpen = registered.kind === 'refused' && /already registered/i.test(registered.message);
    return isOpen ? done({ courierReference: null, scheduledFor: null }) : registered;
  }
  const { TokenNumber, ShipmentPickupDate } = registered.value;
  return done({ courierReference: TokenNumber, scheduledFor: pickupDate(ShipmentPickupDate ?? '') ?? null });
};

const pickupDate = (text: string): Date | undefined => {
  const ticks = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/.exec(text);
  return ticks === null ? fromWireTime(text) : new Date(Number(ticks[1]));
};

export const requestPickup = oneExchange<PickupRequest, Pickup>({ request: pickupRequest, parse: parsePickup });
