import type { Claim } from './claim-due.store.ts';

/** Counts what this process has in flight: in all, of retries, by subscription. */
export type Slots = {
  take: (claim: Claim) => void;
  free: (claim: Claim) => void;
  inFlight: () => number;
  retries: () => number;
  bySubscription: ReadonlyMap<string, number>;
};

export const createSlots = (): Slots => {
  const bySubscription = new Map<string, number>();
  let inFlight = 0;
  let retries = 0;

  const count = ({ subscriptionId, attempt }: Claim, by: 1 | -1): void => {
    const left = (bySubscription.get(subscriptionId) ?? 0) + by;
    if (left === 0) bySubscription.delete(subscriptionId);
    else bySubscription.set(subscriptionId, left);
    inFlight += by;
    if (attempt > 1) retries += by;
  };

  return {
    take: (claim) => count(claim, 1),
    free: (claim) => count(claim, -1),
    inFlight: () => inFlight,
    retries: () => retries,
    bySubscription,
  };
};
