import type { CourierAccount } from '../courier.ts';
import type { CourierAuth } from '../define-courier.ts';

/** One static token per account and environment. */
export const auth: CourierAuth = {
  kind: 'static',
  headers: (account: CourierAccount) => ({ authorization: `Token ${account.credentials['token'] ?? ''}` }),
};
