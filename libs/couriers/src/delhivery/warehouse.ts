import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { ConsignmentAddress } from '../consignment.ts';
import type { CourierAccount } from '../courier.ts';
import type { CourierDraft } from '../define-courier.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { readJson } from '../reply.ts';
import { plain } from './text.ts';

/**
 * The name under which a place is a warehouse of the account: `settings.pickupLocation` where the operator fixed one, else made
 * from the address, so that the same place always has the same name and two merchants' places never share one.
 */
export const warehouseNameOf = (account: CourierAccount, place: ConsignmentAddress): string => {
  const fixed = account.settings?.['pickupLocation'];
  if (fixed !== undefined) return fixed;
  const identity = [place.name, place.phone, place.address, place.city, place.pincode].map((part) =>
    plain(part).toLowerCase(),
  );
  const digest = createHash('sha256').update(identity.join('\n')).digest('hex').slice(0, 12);
  return `FA-${place.pincode}-${digest}`;
};

export const registerRequest = (account: CourierAccount, place: ConsignmentAddress): CourierDraft => ({
  method: 'POST',
  path: '/api/backend/clientwarehouse/create/',
  headers: { 'content-type': 'application/json' },
  isRead: false,
  body: JSON.stringify({
    name: warehouseNameOf(account, place),
    registered_name: account.settings?.['clientName'] ?? '',
    phone: tenDigits(place.phone),
    email: place.email ?? '',
    address: plain(place.address),
    city: plain(place.city),
    pin: place.pincode,
    country: 'India',
    return_address: plain(place.address),
    return_city: plain(place.city),
    return_pin: place.pincode,
    return_state: plain(place.state),
    return_country: 'India',
  }),
});

const registerAnswer = z.object({ success: z.boolean().optional(), error: z.unknown().optional() });

/** Registered now or registered before: both are done. */
export const parseRegister = (reply: CourierReply): Outcome<null> => {
  const answer = readJson(reply, registerAnswer);
  if (answer.kind !== 'done') return answer;
  const message = JSON.stringify(answer.value.error ?? '');
  if (answer.value.success === true || /already exist/i.test(message)) return done(null);
  return refused('ACCOUNT', `the warehouse was not registered: ${message}`, answer.value);
};
