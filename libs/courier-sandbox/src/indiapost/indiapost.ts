import type { Dialect } from '../dialect.ts';
import { checkAccess, failure, login, refresh } from './access.ts';
import { pincodeSearch, processArticles, trackBulk } from './articles.ts';
import { scanCode } from './codes.ts';

/** India Post's API of bulk customers. It posts nothing and cancels nothing. */
export const indiapost: Dialect = {
  courier: 'indiapost',
  routes: [
    { method: 'POST', path: /^\/v1\/access\/login$/, handle: login },
    { method: 'POST', path: /^\/v1\/access\/TokenWithRtoken$/, handle: refresh },
    { method: 'GET', path: /^\/v1\/pincode-search$/, operation: 'serviceability', handle: pincodeSearch },
    { method: 'POST', path: /^\/process-articles\/([^/]+)$/, operation: 'book', handle: processArticles },
    { method: 'POST', path: /^\/v1\/tracking\/bulk$/, operation: 'track', handle: trackBulk },
  ],
  authenticate: checkAccess,
  reject: (operation) => failure(400, `The ${operation} is refused`),
  scanCode,
  pushRetries: { count: 0, delayMs: 0 },
};
