import { defineCourier } from '../define-courier.ts';
import { hasPushToken } from '../push-token.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { label } from './label.ts';
import { ndrAction } from './ndr.ts';
import { readPush } from './push.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/** DTDC (Shipsy). Credentials: `apiKey`, `customerCode`, `trackingUsername`, `trackingPassword`, `ndrUsername`, `ndrPassword`. */
export const dtdc = defineCourier({
  courier: 'dtdc',
  capabilities,
  auth,
  operations: { serviceability, book, findByReference: find, cancel, track, label, ndrAction },
  isAuthenticPush: hasPushToken,
  readPush,
});
