import { defineCourier } from '../define-courier.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { label } from './label.ts';
import { ndrAction } from './ndr.ts';
import { isAuthenticPush, readPush } from './push.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/**
 * Ekart Logistics, Elite API. Credentials: `clientId`, `username`, `password`. There is no `find.ts`: no call takes our
 * reference, so a booking of unknown outcome stays unknown until a push or a person tells.
 */
export const ekart = defineCourier({
  courier: 'ekart',
  capabilities,
  auth,
  operations: { serviceability, book, cancel, track, label, ndrAction },
  isAuthenticPush,
  readPush,
});
