import { expect, test } from 'vitest';
import { begunSteps, shareOf, toBasisPoints, upToGram, volumetricGrams } from './rounding.ts';

test.each([
  [2_525, 1_800, 455, '454.5 goes up'],
  [2_523, 1_800, 454, '454.14 goes down'],
  [0, 1_800, 0, 'nothing of nothing'],
  [100_000_000_000, 150, 1_500_000_000, '1.5 % of 100 crore rupees is exact'],
])('shareOf(%i, %i) is %i paise: %s', (amount, basisPoints, share) => {
  expect(shareOf(amount, basisPoints)).toBe(share);
});

test('a percentage of two decimals is held exactly by basis points', () => {
  expect(toBasisPoints(1.18)).toBe(118);
  expect(toBasisPoints(1.15)).toBe(115);
});

test('binary noise of a product of lengths neither adds nor takes a gram', () => {
  expect(2.5 * 20 * 1.1).toBeGreaterThan(55);
  expect(volumetricGrams(2.5 * 20 * 1.1, 5_000)).toBe(11);
  expect(volumetricGrams(30 * 20 * 10, 5_000)).toBe(1_200);
  expect(volumetricGrams(1_001, 5_000)).toBe(201);
});

test('a fraction of a gram counts as a gram', () => {
  expect(upToGram(499.5)).toBe(500);
  expect(upToGram(500)).toBe(500);
});

test('a step is charged as soon as it is begun', () => {
  expect([1, 500, 501, 1_000, 1_001].map((grams) => begunSteps(grams, 500, 500))).toEqual([0, 0, 1, 1, 2]);
});
