import type { CourierAuth } from '../define-courier.ts';

/** One static token per account and environment; it does not expire. */
export const auth: CourierAuth = {
  kind: 'static',
  headers: (account) => ({ authorization: `Token ${account.credentials['token'] ?? ''}` }),
};
