import { defineCourier } from '../define-courier.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { ndrAction } from './ndr.ts';
import { requestPickup } from './pickup.ts';
import { isAuthenticPush, readPush } from './push.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/** Xpressbees, the API of its shipment portal. Credentials: `email`, `password`. */
export const xpressbees = defineCourier({
  courier: 'xpressbees',
  capabilities,
  auth,
  operations: { serviceability, book, findByReference: find, cancel, track, requestPickup, ndrAction },
  isAuthenticPush,
  readPush,
});
