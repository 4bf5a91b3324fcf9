import { defineCourier } from '../define-courier.ts';
import { hasPushToken } from '../push-token.ts';
import { auth } from './auth.ts';
import { prefetchAwb } from './awb.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { ndrAction } from './ndr.ts';
import { readPush } from './push.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/** Shadowfax, unified client API. Credentials: `token`. No label call was found: ours is printed. */
export const shadowfax = defineCourier({
  courier: 'shadowfax',
  capabilities,
  auth,
  operations: { serviceability, prefetchAwb, book, findByReference: find, cancel, track, ndrAction },
  isAuthenticPush: hasPushToken,
  readPush,
});
