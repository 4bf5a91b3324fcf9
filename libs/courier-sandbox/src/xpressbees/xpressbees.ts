import { createHmac } from 'node:crypto';
import type { Dialect } from '../dialect.ts';
import { cancel, createNdr, manifest } from './changes.ts';
import { scanCode } from './codes.ts';
import { checkToken, failure, login } from './login.ts';
import { create, createReverse, serviceability } from './shipments.ts';
import { pushBody, track } from './track.ts';

/** The API of Xpressbees' shipment portal. */
export const xpressbees: Dialect = {
  courier: 'xpressbees',
  routes: [
    { method: 'POST', path: /^\/users\/login$/, handle: login },
    { method: 'POST', path: /^\/courier\/serviceability$/, operation: 'serviceability', handle: serviceability },
    { method: 'POST', path: /^\/shipments2$/, operation: 'book', handle: create },
    { method: 'POST', path: /^\/reverseshipments$/, operation: 'book', handle: createReverse },
    { method: 'GET', path: /^\/shipments2\/track\/([^/]+)$/, operation: 'track', handle: track },
    { method: 'POST', path: /^\/shipments2\/manifest$/, handle: manifest },
    { method: 'POST', path: /^\/shipments2\/cancel$/, operation: 'cancel', handle: cancel },
    { method: 'POST', path: /^\/ndr\/create$/, operation: 'ndr', handle: createNdr },
  ],
  authenticate: checkToken,
  reject: (operation) => failure(`The ${operation} is refused`),
  scanCode,
  pushBody,
  pushHeaders: (body, secret) => ({ 'x-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64') }),
  pushRetries: { count: 0, delayMs: 0 },
};
