import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, isRetryable, isUnavailable } from '@freight/database';
import { createBatcher } from '@freight/runtime';
import type { Tables } from '../tables.ts';
import { type AttemptOptions, attemptDelivery } from './attempt-delivery.ts';
import { type Claim, claimDue } from './claim-due.store.ts';
import { countStale } from './metrics.ts';
import { type AttemptResult, recordResults } from './record-results.store.ts';
import { createSlots } from './slots.ts';

export type EngineOptions = AttemptOptions & {
  db: Db<Tables>;
  /** Requests of this process in flight, in all. Retries get at most half, so that first attempts always find room. */
  maxInFlight: number;
  /** Of them to one subscription: what keeps a slow receiver from holding up the others. */
  maxPerSubscription: number;
  /** How long a claim holds; it must be longer than an attempt may take and its result needs to be written. */
  leaseMs: number;
  /** How often to look for what became due, in milliseconds. */
  pollMs: number;
  /** How long `stop` waits for answers, in milliseconds. */
  stopPatienceMs: number;
};

export type DeliveryEngine = {
  /** Something of these subscriptions may be due: look now. */
  kick: (subscriptionIds: readonly string[]) => void;
  /** Attempts a claim that was made elsewhere, at once, and resolves when its result is recorded. */
  attemptNow: (claim: Claim) => Promise<AttemptResult>;
  inFlight: () => number;
  /**
   * Claims no more and resolves when all that is in flight is recorded. What has no answer after a while is cut off, with the
   * dispatcher, and recorded as to be tried again.
   */
  stop: () => Promise<void>;
};

const maxClaim = 500;
const maxBatch = 500;
const errorPauseMs = 500;

/**
 * Sends what is due: claims in batches, attempts all of it at one time within the limits, records in batches. It looks when
 * kicked, when results free slots or lanes, and every `pollMs`. Any number of engines share the work through the claims.
 */
export const startDeliveryEngine = (options: EngineOptions): DeliveryEngine => {
  const { db, log, leaseMs, timeoutMs, pollMs, stopPatienceMs, maxInFlight, maxPerSubscription } = options;
  const slots = createSlots();
  const kicked = new Set<string>();
  let isPollDue = true;
  let isStopping = false;
  let pumping: Promise<void> | undefined;

  const results = createBatcher<AttemptResult>({
    maxBatch,
    handle: async (batch) => {
      const { deliveryIds, deactivated } = await recordResults(db, batch);
      const taken = new Set(deliveryIds);
      for (const { deliveryId, attempt } of batch.filter((result) => !taken.has(result.deliveryId))) {
        countStale();
        log.warn({ deliveryId, attempt }, 'result came too late and was left out');
      }
      for (const subscription of deactivated) log.warn(subscription, 'subscription deactivated: nothing but failures');
    },
    onError: async (error, batch) => {
      const mayPass = isUnavailable(error) || isRetryable(error);
      log.error({ err: error, results: batch.length, mayPass }, 'results not recorded');
      // What cannot be recorded is due again when its lease ends.
      if (!mayPass) return 'drop';
      await sleep(errorPauseMs);
      return 'again';
    },
  });

  const attempt = async (claim: Claim): Promise<AttemptResult> => {
    slots.take(claim);
    try {
      const result = await attemptDelivery(claim, options);
      await results.add(result);
      return result;
    } finally {
      slots.free(claim);
      kick([claim.subscriptionId]);
    }
  };

  const claim = async (): Promise<number> => {
    const capacity = Math.min(maxClaim, maxInFlight - slots.inFlight());
    if (capacity <= 0) return 0;
    const subscriptionIds = isPollDue ? undefined : [...kicked];
    kicked.clear();
    isPollDue = false;
    const askedAt = performance.now();
    const claims = await claimDue(db, {
      subscriptionIds,
      inFlight: slots.bySubscription,
      perSubscription: maxPerSubscription,
      capacity,
      retryCapacity: Math.max(0, Math.ceil(maxInFlight / 2) - slots.retries()),
      leaseMs,
    });
    // A process that was paused since it asked may hold leases that have run out; those are somebody else's to send.
    if (performance.now() - askedAt > leaseMs - timeoutMs) return 0;
    for (const one of claims)
      attempt(one).catch((error: unknown) => log.error({ err: error, deliveryId: one.deliveryId }, 'attempt broke'));
    if (claims.length === capacity) isPollDue = true;
    return claims.length;
  };

  const pump = async (): Promise<void> => {
    while (!isStopping && (isPollDue || kicked.size > 0) && slots.inFlight() < maxInFlight) {
      try {
        await claim();
      } catch (error) {
        log.error({ err: error }, 'nothing claimed');
        isPollDue = true;
        await sleep(errorPauseMs);
      }
    }
    pumping = undefined;
  };

  const wake = (): void => {
    // A microtask later, so that all who were settled by one batch are asked for in one claim.
    if (!isStopping) pumping ??= Promise.resolve().then(pump);
  };

  const kick = (subscriptionIds: readonly string[]): void => {
    for (const id of subscriptionIds) kicked.add(id);
    wake();
  };

  const poll = setInterval(() => {
    isPollDue = true;
    wake();
  }, pollMs);
  wake();

  return {
    kick,
    attemptNow: attempt,
    inFlight: slots.inFlight,
    stop: async () => {
      isStopping = true;
      clearInterval(poll);
      await pumping;
      const cutOffAt = performance.now() + stopPatienceMs;
      while (slots.inFlight() > 0 && performance.now() < cutOffAt) await sleep(10);
      await options.dispatcher.destroy();
      while (slots.inFlight() > 0) await sleep(10);
      await results.idle();
    },
  };
};
