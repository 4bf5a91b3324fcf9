import { defineCourier } from '../define-courier.ts';
import { noPush } from '../no-push.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { ndrAction } from './ndr.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/** Amazon Shipping India, shipping API v2. Credentials: `clientId`, `clientSecret`, `refreshToken`. It posts nothing. */
export const amazon = defineCourier({
  courier: 'amazon',
  capabilities,
  auth,
  operations: { serviceability, book, findByReference: find, cancel, track, ndrAction },
  ...noPush,
});
