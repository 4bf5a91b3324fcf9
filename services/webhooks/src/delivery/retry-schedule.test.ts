import { describe, expect, test } from 'vitest';
import { delayAfter, retrySchedule } from './retry-schedule.ts';

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);
const middle = () => 0.5;

describe('the retry schedule', () => {
  test('has twelve attempts at the times that the decisions name', () => {
    const waits = retrySchedule.map((_, index) =>
      delayAfter({ attempt: index + 1, timedOut: false }, retrySchedule, middle),
    );
    expect(waits.map(seconds)).toEqual([
      5,
      30,
      120,
      600,
      1_800,
      7_200,
      18_000,
      36_000,
      50_400,
      72_000,
      86_400,
      undefined,
    ]);
  });

  test('lasts 75.7 hours in all', () => {
    const hours = retrySchedule.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
    expect(Math.round(hours * 10) / 10).toBe(75.7);
  });

  test('spreads every wait by 20 % either way', () => {
    expect(seconds(delayAfter({ attempt: 2, timedOut: false }, retrySchedule, () => 0))).toBe(24);
    expect(seconds(delayAfter({ attempt: 2, timedOut: false }, retrySchedule, () => 1))).toBe(36);
  });

  test('waits at least a minute after a timeout, whatever the dice say', () => {
    expect(seconds(delayAfter({ attempt: 1, timedOut: true }, retrySchedule, () => 0))).toBe(60);
    expect(seconds(delayAfter({ attempt: 3, timedOut: true }, retrySchedule, middle))).toBe(120);
  });

  test('waits as long as the receiver asks, but not beyond the step after', () => {
    const wait = (retryAfterMs: number) =>
      seconds(delayAfter({ attempt: 1, timedOut: false, retryAfterMs }, retrySchedule, middle));
    expect(wait(1_000)).toBe(5);
    expect(wait(20_000)).toBe(20);
    expect(wait(3_600_000)).toBe(30);
  });
});
