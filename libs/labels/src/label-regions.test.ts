import { describe, expect, it } from 'vitest';
import { type Box, frame, fromWhole, fromWholeCaption, page, regions, rules } from './label-regions.ts';

const named: [string, Box][] = Object.entries(regions);
const pairs = named.flatMap(([one, a], index) => named.slice(index + 1).map(([other, b]) => ({ one, a, other, b })));

const areApart = (a: Box, b: Box): boolean =>
  a.x + a.widthPt <= b.x || b.x + b.widthPt <= a.x || a.y + a.heightPt <= b.y || b.y + b.heightPt <= a.y;

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.widthPt <= outer.x + outer.widthPt &&
  inner.y + inner.heightPt <= outer.y + outer.heightPt;

describe('the regions of a label', () => {
  it('do not overlap', () => {
    expect(pairs.filter(({ a, b }) => !areApart(a, b)).map(({ one, other }) => `${one} and ${other}`)).toEqual([]);
  });

  it('lie inside the frame, and the frame inside the page', () => {
    expect(named.filter(([, box]) => !isInside(box, frame)).map(([name]) => name)).toEqual([]);
    expect(isInside(frame, { x: 0, y: 0, ...page })).toBe(true);
  });

  it('cross no line between sections', () => {
    const crossed = named.flatMap(([name, box]) =>
      Object.entries(rules)
        .filter(([, y]) => box.y < y && y < box.y + box.heightPt)
        .map(([rule]) => `${name} crosses ${rule}`),
    );
    expect(crossed).toEqual([]);
  });

  it('leave the whole-width sender the room of its two columns and no more', () => {
    for (const [whole, left, right] of [
      [fromWhole, regions.from, regions.returnTo],
      [fromWholeCaption, regions.fromCaption, regions.returnCaption],
    ] as const) {
      expect(whole).toEqual({ ...left, widthPt: right.x + right.widthPt - left.x });
    }
  });
});
