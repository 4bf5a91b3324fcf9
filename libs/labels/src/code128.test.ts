import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Code128, code128 } from './code128.ts';
import { regions } from './label-regions.ts';

const roomPt = regions.barcode.widthPt;
const tenMilPt = 0.72;
const symbolOf = (awb: string): Code128 => {
  const symbol = code128(awb, roomPt);
  if (symbol === undefined) throw new Error(`${awb} has no symbol`);
  return symbol;
};

describe('code128', () => {
  it('never draws modules under 10 mil, nor less than ten of them blank on either side', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789ABCXYZabc-/^')), minLength: 1, maxLength: 40 }),
        (awb) => {
          const symbol = code128(awb, roomPt);
          if (symbol === undefined) return;
          expect(symbol.modulePt).toBeGreaterThanOrEqual(tenMilPt);
          expect(symbol.widthPt + 20 * symbol.modulePt).toBeLessThanOrEqual(roomPt);
        },
      ),
    );
  });

  it('gives every module of a usual AWB whole dots of a 203 dpi printer', () => {
    const dots = symbolOf('13161234567890').modulePt / (72 / 203);
    expect(dots).toBe(5);
  });

  it('holds 29 characters of any kind, which is more than any courier uses', () => {
    expect(symbolOf('AbCdEfGhIjKlMnOpQrStUvWxYzAbC').modulePt).toBeCloseTo(tenMilPt, 6);
  });

  it.each(['', 'A'.repeat(41), 'aB'.repeat(20), 'SF 12345', 'SF\u202e12345', '१२३४५', 'A\u0000B', 'A\n'])(
    'draws no barcode rather than a wrong or illegible one for %j',
    (awb) => {
      expect(code128(awb, roomPt)).toBeUndefined();
    },
  );
});
