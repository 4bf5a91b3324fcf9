import { expect, test } from 'vitest';
import { plainReason } from './plain-reason.ts';

test('a reason is never empty, never long, and without what PostgreSQL or the contract refuse', () => {
  expect(plainReason('')).toBe('no reason given');
  expect(plainReason('no\0way')).toBe('noway');
  expect(plainReason('x'.repeat(2_000))).toHaveLength(500);
  expect(plainReason(`${'x'.repeat(499)}😀`).isWellFormed()).toBe(true);
});
