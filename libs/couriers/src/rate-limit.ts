import { accountKey } from './account-key.ts';
import type { RateLimitCheck } from './call-courier.ts';

/**
 * Counts calls per account and operation in fixed windows, in this process. Couriers count per address and in their own windows,
 * so a deployment of several replicas passes its shared budget as `mayCall` instead.
 */
export const createRateLimiter = (now: () => number = Date.now): ((check: RateLimitCheck) => boolean) => {
  const windows = new Map<string, { endsAt: number; calls: number }>();
  return ({ account, operation, limit }) => {
    const key = `${operation} ${accountKey(account)}`;
    const at = now();
    const open = windows.get(key);
    const window = open === undefined || open.endsAt <= at ? { endsAt: at + limit.perMs, calls: 0 } : open;
    windows.set(key, window);
    if (window.calls >= limit.calls) return false;
    window.calls += 1;
    return true;
  };
};
