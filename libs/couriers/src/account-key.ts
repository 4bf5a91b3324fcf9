import { createHash } from 'node:crypto';
import type { CourierAccount } from './courier.ts';

/** Tells accounts apart in memory (breakers, tokens, budgets) without keeping their credentials as map keys. */
export const accountKey = (account: CourierAccount): string => {
  const known = keys.get(account);
  if (known !== undefined) return known;
  const key = `${account.courier} ${account.baseUrl} ${digest(account.credentials)}`;
  keys.set(account, key);
  return key;
};

/** The same account object is used for many calls; its digest is worked out once. */
const keys = new WeakMap<CourierAccount, string>();

const digest = (credentials: CourierAccount['credentials']): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(credentials).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');
