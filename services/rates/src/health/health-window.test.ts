import type { CourierHealthReport } from '@freight/contracts';
import { expect, test } from 'vitest';
import { createHealthWindow } from './health-window.ts';

const report = (
  overrides: Partial<CourierHealthReport['couriers'][number]> = {},
  reporter = 'one',
): CourierHealthReport => ({
  reporter,
  couriers: [
    {
      courier: 'delhivery',
      mode: 'live',
      succeeded: 3,
      failed: 1,
      durationsMs: { sum: 1_200, counts: [0, 2, 1, 0, 1, 0, 0, 0, 0] },
      isCircuitOpen: false,
      ...overrides,
    },
  ],
});

const clock = (start = 1_000_000_000) => {
  let at = start;
  return { now: () => at, pass: (ms: number) => (at += ms) };
};

test('reports of all replicas add up to rate and latency', () => {
  const window = createHealthWindow(clock().now);
  window.record(report());
  window.record(report({}, 'two'));
  expect(window.of('delhivery', 'live')).toMatchObject({
    calls: 8,
    failures: 2,
    successRate: 0.75,
    meanMs: 300,
    p50Ms: 100,
    p95Ms: 1_000,
  });
});

test('nothing is known of a courier that nobody called, and its circuit is closed', () => {
  const window = createHealthWindow(clock().now);
  expect(window.of('bluedart', 'live')).toEqual({
    calls: 0,
    failures: 0,
    successRate: null,
    meanMs: null,
    p50Ms: null,
    p95Ms: null,
    isCircuitOpen: false,
    lastReportAt: null,
  });
});

test('calls leave the window after five minutes', () => {
  const { now, pass } = clock();
  const window = createHealthWindow(now);
  window.record(report());
  pass(290_000);
  window.record(report());
  expect(window.of('delhivery', 'live').calls).toBe(8);
  pass(20_000);
  expect(window.of('delhivery', 'live').calls).toBe(4);
  pass(300_000);
  expect(window.of('delhivery', 'live').successRate).toBeNull();
});

test('live and test accounts are told apart', () => {
  const window = createHealthWindow(clock().now);
  window.record(report({ mode: 'test', isCircuitOpen: true }));
  expect(window.isCircuitOpen('delhivery', 'test')).toBe(true);
  expect(window.isCircuitOpen('delhivery', 'live')).toBe(false);
  expect(window.of('delhivery', 'live').calls).toBe(0);
});

test('a circuit is open while any replica says so, and no longer when that replica is silent', () => {
  const { now, pass } = clock();
  const window = createHealthWindow(now);
  window.record(report({ isCircuitOpen: true }, 'one'));
  window.record(report({}, 'two'));
  expect(window.isCircuitOpen('delhivery', 'live')).toBe(true);
  window.record(report({}, 'one'));
  expect(window.isCircuitOpen('delhivery', 'live')).toBe(false);
  window.record(report({ isCircuitOpen: true }, 'one'));
  pass(11_000);
  expect(window.isCircuitOpen('delhivery', 'live')).toBe(false);
});
