import { defineCourier } from '../define-courier.ts';
import { noPush } from '../no-push.ts';
import { auth } from './auth.ts';
import { book } from './book.ts';
import { capabilities } from './capabilities.ts';
import { find } from './find.ts';
import { serviceability } from './serviceability.ts';
import { track } from './track.ts';

/**
 * India Post, API of bulk customers. Credentials: `username`, `password`, `customerId`, `contractId`. What has no file here has no
 * call there: cancellation, NDR, label, returns, pushes.
 */
export const indiapost = defineCourier({
  courier: 'indiapost',
  capabilities,
  auth,
  operations: { serviceability, book, findByReference: find, track },
  ...noPush,
});
