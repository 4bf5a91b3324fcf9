import { FreightError } from '@freight/contracts';
import type { Exchange } from '../http/exchange.ts';
import type { Limiter, Rate } from '../limits/limiter.ts';
import { assertOperator, presentedKey } from './credential.ts';
import { assertMayCall, invalidKey, type KeyDirectory, type KeyHolder } from './key-directory.ts';

export type Admission = {
  /** Lets a merchant's request in. Without waiting when the key is remembered. */
  merchant: (exchange: Exchange) => Admitted | Promise<Admitted>;
  /** Lets an operator's request in. */
  operator: (exchange: Exchange) => { credential: string };
  /** Lets a request without a credential in. */
  anybody: (exchange: Exchange) => void;
};

type Admitted = { holder: KeyHolder; credential: string };

export type AdmissionOptions = {
  keys: KeyDirectory;
  operatorToken: string | undefined;
  keyLimiter: Limiter;
  addressLimiter: Limiter;
  operatorRate: Rate;
  addressRate: Rate;
  now?: () => number;
};

/**
 * Who may come in, and how often. A valid key is limited by its own rate; everything else, guesses at keys first of all, by the
 * rate of the address it comes from. All three throw UNAUTHENTICATED, FORBIDDEN or RATE_LIMITED.
 */
export const createAdmission = (options: AdmissionOptions): Admission => {
  const { keys, operatorToken, keyLimiter, addressLimiter, operatorRate, addressRate, now = Date.now } = options;

  const anybody = (exchange: Exchange): void => {
    exchange.allowance = addressLimiter.take(exchange.clientAddress, addressRate);
    if (!exchange.allowance.isAllowed) throw limited(exchange.allowance.retryAfterSeconds);
  };

  /** Runs what may refuse a credential; a refusal costs the address one token. */
  const guarded = <T>(exchange: Exchange, check: () => T): T => {
    try {
      return check();
    } catch (error) {
      anybody(exchange);
      throw error;
    }
  };

  const admit = (exchange: Exchange, holder: KeyHolder, credential: string): Admitted => {
    exchange.organizationId = holder.tenantId;
    exchange.keyId = holder.keyId;
    exchange.allowance = keyLimiter.take(holder.keyId, holder.rate);
    if (!exchange.allowance.isAllowed) throw limited(exchange.allowance.retryAfterSeconds);
    assertMayCall(holder, now());
    return { holder, credential };
  };

  const lookUp = async (exchange: Exchange, key: string): Promise<Admitted> => {
    const { isAllowed, retryAfterSeconds } = addressLimiter.look(exchange.clientAddress, addressRate);
    if (!isAllowed) throw limited(retryAfterSeconds);
    const holder = await keys.lookUp(key);
    if (holder !== undefined) return admit(exchange, holder, key);
    anybody(exchange);
    throw invalidKey();
  };

  return {
    merchant: (exchange) => {
      const key = guarded(exchange, () => {
        const presented = presentedKey(exchange.request.headers);
        if (!keys.couldBeKey(presented)) throw invalidKey();
        return presented;
      });
      const holder = keys.remembered(key);
      return holder === undefined ? lookUp(exchange, key) : admit(exchange, holder, key);
    },
    operator: (exchange) => {
      if (operatorToken === undefined) throw new FreightError('ROUTE_NOT_FOUND');
      const credential = guarded(exchange, () => assertOperator(exchange.request.headers, operatorToken));
      exchange.allowance = keyLimiter.take('operator', operatorRate);
      if (!exchange.allowance.isAllowed) throw limited(exchange.allowance.retryAfterSeconds);
      return { credential };
    },
    anybody,
  };
};

const limited = (retryAfterSeconds: number): FreightError => new FreightError('RATE_LIMITED', { retryAfterSeconds });
