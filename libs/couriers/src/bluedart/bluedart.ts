import { defineCourier } from '../define-courier.ts';
import { hasPushToken } from '../push-token.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { ndrAction } from './ndr.ts';
import { requestPickup } from './pickup.ts';
import { readPush } from './push.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/**
 * Blue Dart. Credentials: `clientId`, `clientSecret`, `loginId`, `licenceKey`, `customerCode`, `originArea` (3 letters), and
 * `trackingLicenceKey` where tracking has its own. The label comes with the booking, so there is no `label.ts`, and no call for
 * a proof of delivery, so no `pod.ts`.
 */
export const bluedart = defineCourier({
  courier: 'bluedart',
  capabilities,
  auth,
  operations: { serviceability, book, findByReference: find, cancel, track, requestPickup, ndrAction },
  isAuthenticPush: hasPushToken,
  readPush,
});
