import { expect, it } from 'vitest';
import { isArticleNumber, toArticleNumber } from './article-number.ts';

it('makes the numbers that are seen on parcels', () => {
  expect(toArticleNumber('EB', 12_602_347)).toBe('EB126023474IN');
  expect(toArticleNumber('QM', 12_538_841)).toBe('QM125388411IN');
});

it('knows a wrong check digit, a wrong country and a wrong length', () => {
  expect(isArticleNumber('EB126023474IN')).toBe(true);
  for (const wrong of ['EB126023475IN', 'EB126023474GB', 'EB12602347IN', '', 'eb126023474in']) {
    expect(isArticleNumber(wrong), wrong).toBe(false);
  }
});

it('uses every remainder: each serial has exactly one check digit that passes', () => {
  for (let serial = 0; serial < 200; serial += 1) {
    const number = toArticleNumber('EF', serial);
    const passing = '0123456789'.split('').filter((digit) => isArticleNumber(`${number.slice(0, 10)}${digit}IN`));
    expect(passing).toEqual([number[10]]);
  }
});

it('refuses what is no place in a range', () => {
  expect(() => toArticleNumber('E', 1)).toThrow(RangeError);
  expect(() => toArticleNumber('EF', 100_000_000)).toThrow(RangeError);
});
