import {
  type CourierCode,
  type CourierHealthReport,
  courierHealthBroadcast,
  latencyBoundsMs,
} from '@freight/contracts';

export type AccountMode = 'live' | 'test';

export type CourierHealth = {
  calls: number;
  failures: number;
  successRate: number | null;
  meanMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  isCircuitOpen: boolean;
  lastReportAt: Date | null;
};

/** What the shipments replicas said of their calls to couriers within the last minutes. */
export type HealthWindow = {
  record: (report: CourierHealthReport) => void;
  /** Cheap: asked for every carrier of every quote. */
  isCircuitOpen: (courier: CourierCode, mode: AccountMode) => boolean;
  of: (courier: CourierCode, mode: AccountMode) => CourierHealth;
};

export const healthWindowMs = 300_000;
const sliceMs = 10_000;

/** A replica that has been silent for so long is gone, and with it what it said of its circuit. */
const silentAfterMs = courierHealthBroadcast.everyMs * 5;

/**
 * A sliding window over courier calls, in slices of ten seconds. An account's circuit counts as open while a replica that still
 * reports says so; it says so only for as long as it cuts calls off, so an open circuit ends by itself and is tried again.
 */
export const createHealthWindow = (now: () => number): HealthWindow => {
  const accounts = { live: new Map<CourierCode, Account>(), test: new Map<CourierCode, Account>() };

  const accountOf = (courier: CourierCode, mode: AccountMode): Account => {
    const account = accounts[mode].get(courier) ?? { slices: [], circuits: new Map(), lastReportAt: null };
    accounts[mode].set(courier, account);
    return account;
  };

  const isCircuitOpen = (courier: CourierCode, mode: AccountMode): boolean => {
    const circuits = accounts[mode].get(courier)?.circuits;
    if (circuits === undefined) return false;
    for (const { isOpen, at } of circuits.values()) if (isOpen && now() - at <= silentAfterMs) return true;
    return false;
  };

  return {
    record: ({ reporter, couriers }) => {
      const at = now();
      for (const { courier, mode, succeeded, failed, durationsMs, isCircuitOpen: isOpen } of couriers) {
        const account = accountOf(courier, mode);
        account.lastReportAt = at;
        forgetSilent(account, at);
        account.circuits.set(reporter, { isOpen, at });
        if (succeeded + failed > 0) addTo(sliceAt(account, at), { succeeded, failed, durationsMs });
      }
    },
    isCircuitOpen,
    of: (courier, mode) => {
      const { slices, lastReportAt } = accountOf(courier, mode);
      const total = emptySlice(0);
      for (const slice of slices) if (slice.startsAt > now() - healthWindowMs) addTo(total, slice);
      const calls = total.succeeded + total.failed;
      // What an open circuit refuses took no time, so it is counted and not timed.
      const timed = total.durationsMs.counts.reduce((sum, count) => sum + count, 0);
      return {
        calls,
        failures: total.failed,
        successRate: calls === 0 ? null : total.succeeded / calls,
        meanMs: timed === 0 ? null : Math.round(total.durationsMs.sum / timed),
        p50Ms: quantile(total.durationsMs.counts, 0.5),
        p95Ms: quantile(total.durationsMs.counts, 0.95),
        isCircuitOpen: isCircuitOpen(courier, mode),
        lastReportAt: lastReportAt === null ? null : new Date(lastReportAt),
      };
    },
  };
};

type Counts = { succeeded: number; failed: number; durationsMs: { sum: number; counts: readonly number[] } };
type Slice = { startsAt: number; succeeded: number; failed: number; durationsMs: { sum: number; counts: number[] } };

type Account = {
  slices: Slice[];
  circuits: Map<string, { isOpen: boolean; at: number }>;
  lastReportAt: number | null;
};

const emptySlice = (startsAt: number): Slice => ({
  startsAt,
  succeeded: 0,
  failed: 0,
  durationsMs: { sum: 0, counts: Array.from({ length: latencyBoundsMs.length + 1 }, () => 0) },
});

/** The slice of a moment; what has left the window goes. */
const sliceAt = (account: Account, at: number): Slice => {
  const startsAt = at - (at % sliceMs);
  const last = account.slices.at(-1);
  if (last?.startsAt === startsAt) return last;
  const slice = emptySlice(startsAt);
  account.slices = [...account.slices.filter((one) => one.startsAt > at - healthWindowMs), slice];
  return slice;
};

const forgetSilent = ({ circuits }: Account, at: number): void => {
  for (const [reporter, circuit] of circuits) if (at - circuit.at > silentAfterMs) circuits.delete(reporter);
};

const addTo = (slice: Slice, { succeeded, failed, durationsMs }: Counts): void => {
  const { counts } = slice.durationsMs;
  slice.succeeded += succeeded;
  slice.failed += failed;
  slice.durationsMs.sum += durationsMs.sum;
  for (const [index, count] of durationsMs.counts.entries()) counts[index] = (counts[index] ?? 0) + count;
};

/** The upper end of the class in which the quantile lies; of what is slower than all classes, the last bound. */
const quantile = (counts: readonly number[], share: number): number | null => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const [index, count] of counts.entries()) {
    seen += count;
    if (seen >= total * share) return latencyBoundsMs[index] ?? latencyBoundsMs.at(-1) ?? null;
  }
  return null;
};
