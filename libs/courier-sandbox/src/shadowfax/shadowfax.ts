import { sandboxCredentials } from '../credentials.ts';
import { type Dialect, json } from '../dialect.ts';
import { cancel, update } from './changes.ts';
import { scanCode } from './codes.ts';
import { create, failure, generateAwb } from './orders.ts';
import { bulkTrack, pushBody, serviceability } from './track.ts';

/** Shadowfax's unified client API. */
export const shadowfax: Dialect = {
  courier: 'shadowfax',
  routes: [
    { method: 'GET', path: /^\/v1\/clients\/serviceability\/$/, operation: 'serviceability', handle: serviceability },
    { method: 'POST', path: /^\/v3\/clients\/orders\/generate_awb\/$/, handle: generateAwb },
    { method: 'POST', path: /^\/v3\/clients\/orders\/$/, operation: 'book', handle: create },
    { method: 'POST', path: /^\/v3\/clients\/orders\/cancel\/$/, operation: 'cancel', handle: cancel },
    { method: 'POST', path: /^\/v3\/clients\/order_update\/$/, operation: 'ndr', handle: update },
    { method: 'POST', path: /^\/v4\/clients\/bulk_track\/$/, operation: 'track', handle: bulkTrack },
  ],
  authenticate: (request) =>
    request.headers['authorization'] === `Token ${sandboxCredentials.shadowfax.token}`
      ? undefined
      : json({ detail: 'Invalid token.' }, 401),
  reject: (operation) => failure([`${operation} is refused`]),
  scanCode,
  pushBody,
  pushRetries: { count: 0, delayMs: 0 },
};
