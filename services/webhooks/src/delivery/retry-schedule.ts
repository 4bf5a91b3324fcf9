const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long to wait before each attempt, in milliseconds; the first goes at once. As many attempts as entries (decisions, section 8). */
export type RetrySchedule = readonly [number, ...number[]];

/** Twelve attempts within 75.7 hours. */
export const retrySchedule: RetrySchedule = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** A test is a question with an answer now: a ping that comes hours later would only puzzle its receiver. */
export const singleAttempt: RetrySchedule = [0];

const jitter = 0.2;
const minimumAfterTimeoutMs = minute;

export type FailedAttempt = {
  /** The attempt that failed, from 1. */
  attempt: number;
  timedOut: boolean;
  /** What the receiver asked for with Retry-After on a 503, in milliseconds. */
  retryAfterMs?: number | undefined;
};

/**
 * How long to wait after a failed attempt, in milliseconds; undefined when it was the last.
 *
 * The step of the schedule ±20 %, so that receivers who failed together are not all tried together; at least a minute after a
 * timeout, since a receiver that drowns must not be pushed; and as long as the receiver asks, but not beyond the step after.
 *
 * @param random gives numbers from 0 to 1
 */
export const delayAfter = (
  { attempt, timedOut, retryAfterMs = 0 }: FailedAttempt,
  schedule: RetrySchedule,
  random: () => number,
): number | undefined => {
  const step = schedule[attempt];
  if (step === undefined) return undefined;
  const spread = step * (1 - jitter + 2 * jitter * random());
  const asked = Math.min(retryAfterMs, schedule[attempt + 1] ?? step);
  return Math.round(Math.max(spread, asked, timedOut ? minimumAfterTimeoutMs : 0));
};
