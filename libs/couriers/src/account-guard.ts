import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhenResult,
  wrap,
} from 'cockatiel';
import { accountKey } from './account-key.ts';
import type { CourierReply } from './call-courier.ts';
import type { CourierAccount } from './courier.ts';
import { type Refused, refused, type Unknown } from './outcome.ts';

export type GuardOptions = {
  /** Calls in flight per courier account; further ones wait. Default 32. */
  concurrency?: number | undefined;
  /** Calls that may wait; further ones are refused at once. Default 128. */
  queue?: number | undefined;
  /** The circuit opens when half of the last 20 calls, and at least this many, came to nothing. Default 10. */
  minimumCalls?: number | undefined;
  /** How long an open circuit refuses before one call may try, in milliseconds. Default 10 000. */
  halfOpenAfterMs?: number | undefined;
};

export type AccountGuards = {
  run(account: CourierAccount, call: () => Promise<Answer>): Promise<Answer>;
  isOpen: (account: CourierAccount) => boolean;
};

type Answer = CourierReply | Refused | Unknown;

/** One bulkhead and one circuit breaker per courier account: a slow courier neither takes all sockets nor all patience. */
export const createAccountGuards = (options: GuardOptions = {}): AccountGuards => {
  const guards = new Map<string, ReturnType<typeof createGuard>>();
  const guardOf = (account: CourierAccount) => {
    const key = accountKey(account);
    const guard = guards.get(key) ?? createGuard(options);
    guards.set(key, guard);
    return guard;
  };
  return {
    run: async (account, call) => {
      try {
        return await guardOf(account).policy.execute(call);
      } catch (error) {
        if (error instanceof BrokenCircuitError)
          return refused('UNAVAILABLE', 'circuit open: the courier keeps failing');
        if (error instanceof BulkheadRejectedError)
          return refused('UNAVAILABLE', 'too many calls to this courier wait');
        throw error;
      }
    },
    isOpen: (account) => guardOf(account).isOpen(),
  };
};

const createGuard = (options: GuardOptions) => {
  const halfOpenAfter = options.halfOpenAfterMs ?? 10_000;
  const breaker = circuitBreaker(handleWhenResult(isFailure), {
    halfOpenAfter,
    breaker: new CountBreaker({ threshold: 0.5, size: 20, minimumNumberOfCalls: options.minimumCalls ?? 10 }),
  });
  let openedAt = 0;
  breaker.onBreak(() => {
    openedAt = performance.now();
  });
  return {
    policy: wrap(bulkhead(options.concurrency ?? 32, options.queue ?? 128), breaker),
    // The breaker itself stays open until somebody calls. Whoever calls nobody with an open circuit would never learn that it
    // may be tried, so the circuit counts as open only for as long as it really refuses.
    isOpen: () => breaker.state === CircuitState.Open && performance.now() - openedAt < halfOpenAfter,
  };
};

/** A refusal by the courier shows a courier in good health; silence, 5xx and a closed port do not. */
const isFailure = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  'kind' in result &&
  (result.kind === 'unknown' || (result.kind === 'refused' && 'reason' in result && result.reason === 'UNAVAILABLE'));
