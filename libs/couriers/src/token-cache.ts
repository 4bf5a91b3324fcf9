import type { CourierAccount } from './courier.ts';
import type { Done, Refused, Unknown } from './outcome.ts';

export type CourierToken = { value: string; expiresAt: number };

export type TokenCache = {
  /** The account's token; concurrent callers share one `load`. A failed load is not kept. */
  get(account: CourierAccount, load: () => Promise<TokenOutcome>): Promise<TokenOutcome>;
  /** Forgets a token that the courier refused, unless another call has replaced it already. */
  drop(account: CourierAccount, value: string): void;
};

export type TokenOutcome = Done<CourierToken> | Refused | Unknown;

/** A token this close to its end is fetched anew, so that it does not run out on the way. */
const marginMs = 60_000;

export const createTokenCache = (
  keyOf: (account: CourierAccount) => string,
  now: () => number = Date.now,
): TokenCache => {
  const tokens = new Map<string, CourierToken>();
  const loading = new Map<string, Promise<TokenOutcome>>();

  const load = async (key: string, fetchToken: () => Promise<TokenOutcome>): Promise<TokenOutcome> => {
    try {
      const outcome = await fetchToken();
      if (outcome.kind === 'done') tokens.set(key, outcome.value);
      return outcome;
    } finally {
      loading.delete(key);
    }
  };

  return {
    get: async (account, fetchToken) => {
      const key = keyOf(account);
      const token = tokens.get(key);
      if (token !== undefined && token.expiresAt - marginMs > now()) return { kind: 'done', value: token };
      const running = loading.get(key) ?? load(key, fetchToken);
      loading.set(key, running);
      return running;
    },
    drop: (account, value) => {
      const key = keyOf(account);
      if (tokens.get(key)?.value === value) tokens.delete(key);
    },
  };
};
