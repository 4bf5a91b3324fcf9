import type { Dialect } from '../dialect.ts';
import { checkAccess, failure, login } from './access.ts';
import { scanCode } from './codes.ts';
import { cancel, ndrFeedback, purchase, rates } from './shipments.ts';
import { track } from './track.ts';

/** Amazon Shipping's API v2 for India, with its login beside it. */
export const amazon: Dialect = {
  courier: 'amazon',
  routes: [
    { method: 'POST', path: /^\/auth\/o2\/token$/, handle: login },
    { method: 'POST', path: /^\/shipping\/v2\/shipments\/rates$/, operation: 'serviceability', handle: rates },
    { method: 'POST', path: /^\/shipping\/v2\/shipments$/, operation: 'book', handle: purchase },
    { method: 'PUT', path: /^\/shipping\/v2\/shipments\/([^/]+)\/cancel$/, operation: 'cancel', handle: cancel },
    { method: 'GET', path: /^\/shipping\/v2\/tracking$/, operation: 'track', handle: track },
    { method: 'POST', path: /^\/shipping\/v2\/ndrFeedback$/, operation: 'ndr', handle: ndrFeedback },
  ],
  authenticate: checkAccess,
  reject: (operation) => failure(400, 'InvalidRequest', `The ${operation} is refused`),
  scanCode,
  pushRetries: { count: 0, delayMs: 0 },
};
