import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rupeesInWords } from './rupees-in-words.ts';

it.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees Zero and One Paise Only'],
  [100, 'Rupees One Only'],
  [1_950, 'Rupees Nineteen and Fifty Paise Only'],
  [99_950, 'Rupees Nine Hundred Ninety-Nine and Fifty Paise Only'],
  [10_000_000, 'Rupees One Lakh Only'],
  [12_345_650, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Fifty Paise Only'],
  [1_000_000_000, 'Rupees One Crore Only'],
  [10_100_001_000, 'Rupees Ten Crore Ten Lakh Ten Only'],
  [
    123_456_789_012,
    'Rupees One Hundred Twenty-Three Crore Forty-Five Lakh Sixty-Seven Thousand Eight Hundred Ninety and Twelve Paise Only',
  ],
])('%d paise are written: %s', (paise, words) => {
  expect(rupeesInWords(paise)).toBe(words);
});

it('says every amount in a way that can be read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000_000 }), (paise) => {
      expect(readBack(rupeesInWords(paise))).toBe(paise);
    }),
  );
});

it.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is refused as an amount', (paise) => {
  expect(() => rupeesInWords(paise)).toThrow(RangeError);
});

const values: Record<string, number> = Object.fromEntries(
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'
    .split(' ')
    .map((word, value) => [word, value]),
);
'Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ').forEach((word, at) => {
  values[word] = 30 + 10 * at;
});

/** A reader of its own: hundreds bind first, then thousands, lakhs and crores, left to right. */
const readBack = (words: string): number => {
  const [rupees = '', paise = ''] = words
    .replace('Rupees ', '')
    .replace(' Only', '')
    .replace(' Paise', '')
    .split(' and ');
  return numberOf(rupees) * 100 + numberOf(paise);
};

const numberOf = (words: string): number => {
  for (const [name, size] of [
    ['Crore', 10_000_000],
    ['Lakh', 100_000],
    ['Thousand', 1_000],
    ['Hundred', 100],
  ] as const) {
    const at = words.lastIndexOf(name);
    if (at >= 0) return numberOf(words.slice(0, at)) * size + numberOf(words.slice(at + name.length));
  }
  return words.split(/[ -]/).reduce((sum, word) => sum + (values[word] ?? 0), 0);
};
