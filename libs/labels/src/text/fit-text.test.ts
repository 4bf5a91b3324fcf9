import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText } from './fit-text.ts';
import { printable } from './printable.ts';
import { textWidth } from './text-width.ts';

const style = { weight: 'regular', maxSizePt: 11, minSizePt: 5.5 } as const;
const box = { widthPt: 120, heightPt: 40 };

describe('fitText', () => {
  it('stays in its box, whatever the text', () => {
    const words = fc.constantFrom(
      'Flat',
      '12/3,Sector-5',
      'क्षत्रिय',
      'കോഴിക്കോട്',
      'W'.repeat(90),
      '🎁',
      'श्री'.repeat(30),
      '-',
    );
    const text = fc.oneof(
      fc.array(words, { maxLength: 60 }).map((some) => some.join(' ')),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
        const fitted = fitText(
          texts.map((one) => printable(one, 1000)),
          box,
          style,
        );
        expect(fitted.lines.length * fitted.lineHeightPt).toBeLessThanOrEqual(box.heightPt);
        for (const line of fitted.lines) {
          // Wrapping adds widths of words, so a billionth of a point may be lost to rounding.
          expect(textWidth(line, style.weight) * fitted.sizePt).toBeLessThanOrEqual(box.widthPt + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes the largest size when that is enough', () => {
    expect(fitText(['Mumbai'], box, style)).toMatchObject({ sizePt: 11, lines: ['Mumbai'], isCut: false });
  });

  it('shrinks before it cuts', () => {
    const fitted = fitText(['Unit 7, Okhla Industrial Estate Phase III, behind the old mill, New Delhi'], box, style);
    expect(fitted.sizePt).toBeLessThan(11);
    expect(fitted.isCut).toBe(false);
  });

  it('ends in an ellipsis when even the smallest size is too large', () => {
    const fitted = fitText(['every word counts '.repeat(100)], box, style);
    expect(fitted).toMatchObject({ sizePt: 5.5, isCut: true });
    expect(fitted.lines.at(-1)).toMatch(/…$/);
  });

  it('starts each paragraph on a line of its own and skips empty ones', () => {
    expect(fitText(['a', '', 'b'], box, style).lines).toEqual(['a', 'b']);
  });
});
