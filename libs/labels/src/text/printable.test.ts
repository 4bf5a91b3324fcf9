import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';

describe('printable', () => {
  it.each([
    ['line\r\nbreaks\tand \u00a0 spaces', 'line breaks and spaces'],
    ['\u202eevil\u202c \u2066x\u2069 \u200ey\u061c', 'evil x y'],
    ['NUL\u0000BEL\u0007', 'NUL BEL'],
    ['soft\u00adhyphen \ufeffmark', 'softhyphen mark'],
    ['lone \ud800 surrogate', 'lone surrogate'],
    ['gift 🎁 for 👨‍👩‍👧 in 🇮🇳', 'gift for in'],
    ['क्‍ष and क्‌ष', 'क्‍ष and क्‌ष'],
    ['a\u200db', 'ab'],
    ['१२½ №4 ©', '१२½ №4 ©'],
    ['Ｆｌａｔ １２', 'Flat 12'],
    ['山田', '\ufffd\ufffd'],
    ['e\u0301', 'é'],
  ])('makes of %j the text %j', (given, expected) => {
    expect(printable(given, 100)).toBe(expected);
  });

  it('keeps at most two accents on a letter', () => {
    expect(printable(`x${'\u0301'.repeat(50)}y`, 100)).toBe('x\u0301\u0301y');
  });

  it('ends a text that was cut in an ellipsis, and cuts no character in half', () => {
    expect(printable('श्री'.repeat(50), 8)).toBe('श्रीश्री…');
    expect(printable('𝒜'.repeat(50), 3)).toBe('AAA…');
    expect(printable('x'.repeat(10_000_000), 5)).toBe('xxxxx…');
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const once = printable(text, 80);
        expect(printable(once, 81)).toBe(once);
      }),
    );
  });
});
