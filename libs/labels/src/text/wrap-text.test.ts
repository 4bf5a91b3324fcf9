import { describe, expect, it } from 'vitest';
import { wrapText } from './wrap-text.ts';

const length = (text: string): number => text.length;

describe('wrapText', () => {
  it.each([
    ['one two three', 7, ['one two', 'three']],
    ['  spaces   fold ', 20, ['spaces fold']],
    ['Tower C2,Hoodi,Whitefield', 12, ['Tower C2,', 'Hoodi,', 'Whitefield']],
    ['12/3 plots stay whole', 5, ['12/3', 'plots', 'stay', 'whole']],
    ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['x abcdefghij', 4, ['x', 'abcd', 'efgh', 'ij']],
    ['', 4, []],
  ])('breaks %j at %d into %j', (text, width, lines) => {
    expect(wrapText(text, width, length)).toEqual(lines);
  });

  it('breaks between what a reader sees as characters, never inside one', () => {
    expect(wrapText('e\u0301e\u0301e\u0301', 2, length)).toEqual(['e\u0301', 'e\u0301', 'e\u0301']);
  });

  it('puts one character on a line that is too narrow for any', () => {
    expect(wrapText('abc', 0.5, length)).toEqual(['a', 'b', 'c']);
  });
});
