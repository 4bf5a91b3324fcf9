import type { CourierReply } from '../call-courier.ts';
import type { ConsignmentAddress } from '../consignment.ts';
import type { CourierAccount } from '../courier.ts';
import type { CourierDraft } from '../define-courier.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { placeCodeOf, streetOf } from '../place-code.ts';
import { readAcknowledgement } from './refusals.ts';

/** The alias under which Ekart knows a seller's place: the one that the operator fixed, else made from the address. */
export const aliasOf = (account: CourierAccount, place: ConsignmentAddress): string =>
  account.settings?.['pickupLocation'] ?? placeCodeOf(place);

/** A phone as the integer that Ekart wants; undefined when it is no number of ten digits. */
export const phoneNumberOf = (phone: string): number | undefined => {
  const digits = tenDigits(phone);
  return /^[1-9]\d{9}$/.test(digits) ? Number(digits) : undefined;
};

/** Phones and pins are integers. */
export const locationOf = (place: ConsignmentAddress, name = place.name) => ({
  name,
  address: streetOf(place),
  city: place.city,
  state: place.state,
  country: 'India',
  phone: phoneNumberOf(place.phone),
  pin: Number(place.pincode),
});

export const registerRequest = (account: CourierAccount, place: ConsignmentAddress): CourierDraft =>
  jsonDraft('POST', '/api/v2/address', {
    alias: aliasOf(account, place),
    phone: phoneNumberOf(place.phone),
    address_line1: streetOf(place),
    pincode: Number(place.pincode),
    city: place.city,
    state: place.state,
    country: 'India',
  });

/** Registered now or registered before: both are done. */
export const parseRegister = (reply: CourierReply): Outcome<null> => {
  const outcome = readAcknowledgement(reply);
  if (outcome.kind !== 'refused') return outcome;
  return outcome.reason === 'DUPLICATE_REFERENCE'
    ? done(null)
    : refused('ACCOUNT', `the pickup address was not registered: ${outcome.message}`);
};
