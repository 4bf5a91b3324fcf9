import { createHmac } from 'node:crypto';
import type { Dialect } from '../dialect.ts';
import { invalid } from './answers.ts';
import { scanCode } from './codes.ts';
import { create, registerAddress } from './create.ts';
import { checkToken, login } from './login.ts';
import { lane, pincode } from './lookups.ts';
import { cancel, label, ndr } from './shipments.ts';
import { pushBody, track } from './track.ts';

/** Ekart's Elite API as its OpenAPI document describes it. */
export const ekart: Dialect = {
  courier: 'ekart',
  routes: [
    { method: 'POST', path: /^\/integrations\/v2\/auth\/token\/([^/]+)$/, handle: login },
    { method: 'GET', path: /^\/api\/v2\/serviceability\/(\d+)$/, operation: 'serviceability', handle: pincode },
    { method: 'POST', path: /^\/data\/v3\/serviceability$/, handle: lane },
    { method: 'POST', path: /^\/api\/v2\/address$/, handle: registerAddress },
    { method: 'PUT', path: /^\/api\/v1\/package\/create$/, operation: 'book', handle: create },
    { method: 'DELETE', path: /^\/api\/v1\/package\/cancel$/, operation: 'cancel', handle: cancel },
    { method: 'POST', path: /^\/api\/v1\/package\/label$/, operation: 'label', handle: label },
    { method: 'POST', path: /^\/api\/v2\/package\/ndr$/, operation: 'ndr', handle: ndr },
    { method: 'GET', path: /^\/api\/v1\/track\/([^/]+)$/, operation: 'track', handle: track },
  ],
  authenticate: checkToken,
  reject: (operation) => invalid(`${operation} is refused`),
  scanCode,
  pushBody,
  // The document says that the body is hashed with the secret, not where the hash goes: this header is the sandbox's choice.
  pushHeaders: (body, secret) => ({ 'x-ekart-signature': createHmac('sha256', secret).update(body).digest('hex') }),
  pushRetries: { count: 0, delayMs: 0 },
};
