import { defineCourier } from '../define-courier.ts';
import { hasPushToken } from '../push-token.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { cancel } from './cancel.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { label } from './label.ts';
import { ndrAction, ndrResult } from './ndr.ts';
import { requestPickup } from './pickup.ts';
import { proofOfDelivery } from './pod.ts';
import { readPush } from './push.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/** Delhivery, B2C API. Credentials: `token`. Settings: `pickupLocation`, `clientName`, `pushTokenHeader`, all optional. */
export const delhivery = defineCourier({
  courier: 'delhivery',
  capabilities,
  auth,
  operations: {
    serviceability,
    book,
    findByReference: find,
    cancel,
    track,
    label,
    requestPickup,
    ndrAction,
    ndrResult,
    proofOfDelivery,
  },
  isAuthenticPush: hasPushToken,
  readPush,
});
