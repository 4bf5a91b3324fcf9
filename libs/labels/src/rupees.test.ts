import { expect, it } from 'vitest';
import { rupees } from './rupees.ts';

it.each([
  [0, '₹0'],
  [5, '₹0.05'],
  [149_900, '₹1,499'],
  [149_950, '₹1,499.50'],
  [12_345_650, '₹1,23,456.50'],
  [Number.MAX_SAFE_INTEGER, '₹9,00,71,99,25,47,409.91'],
])('%d paise are written %s', (paise, written) => {
  expect(rupees(paise)).toBe(written);
});

it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is refused as an amount', (paise) => {
  expect(() => rupees(paise)).toThrow(RangeError);
});
