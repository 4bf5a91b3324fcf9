import { type CourierHealthReport, latencyBoundsMs, newId } from '@freight/contracts';
import { accountKey, type CourierAccount, type CourierObservation } from '@freight/couriers';
import type { AccountInUse } from './courier-accounts.ts';

export type HealthReporter = {
  /** Counts one call as it ended. */
  observe: (observation: CourierObservation) => void;
  /** What was counted since the last report; counting begins anew. */
  take: () => CourierHealthReport;
};

/**
 * Counts this replica's calls to couriers between reports. An account that carries live and test data, as in an installation
 * with nothing but the sandbox, is reported as both.
 */
export const createHealthReporter = (
  accounts: () => readonly AccountInUse[],
  isCircuitOpen: (account: CourierAccount) => boolean,
): HealthReporter => {
  const reporter = newId('operation');
  let counts = new Map<string, Counts>();
  return {
    observe: ({ account, outcome, reason, durationMs }) => {
      const count = counts.get(account) ?? noCounts();
      counts.set(account, count);
      const isUnreachable = reason === 'UNAVAILABLE';
      if (outcome === 'unknown' || isUnreachable) count.failed += 1;
      else count.succeeded += 1;
      // A call that was not let through took no time and says nothing of the courier's.
      if (!isUnreachable) time(count, durationMs);
    },
    take: () => {
      const taken = counts;
      counts = new Map();
      return {
        reporter,
        couriers: accounts().map(({ mode, account }) => ({
          courier: account.courier,
          mode,
          ...(taken.get(accountKey(account)) ?? noCounts()),
          isCircuitOpen: isCircuitOpen(account),
        })),
      };
    },
  };
};

type Counts = { succeeded: number; failed: number; durationsMs: { sum: number; counts: number[] } };

const noCounts = (): Counts => ({
  succeeded: 0,
  failed: 0,
  durationsMs: { sum: 0, counts: Array.from({ length: latencyBoundsMs.length + 1 }, () => 0) },
});

const time = ({ durationsMs }: Counts, durationMs: number): void => {
  const within = latencyBoundsMs.findIndex((bound) => durationMs <= bound);
  const index = within === -1 ? latencyBoundsMs.length : within;
  durationsMs.counts[index] = (durationsMs.counts[index] ?? 0) + 1;
  durationsMs.sum += durationMs;
};
