import type { Box } from '../label-regions.ts';

/** A4, in points. */
export const page = { widthPt: 595.28, heightPt: 841.89 } as const;

export const left = 36;
export const widthPt = page.widthPt - 2 * left;
const half = widthPt / 2;

export const title: Box = { x: left, y: 34, widthPt: half, heightPt: 24 };
export const subtitle: Box = { x: left + half, y: 34, widthPt: half, heightPt: 24 };

/** Six facts in two rows of three; each a caption and a value below it. */
export const fact = (index: number): { caption: Box; value: Box } => {
  const x = left + (index % 3) * (widthPt / 3);
  const y = 66 + Math.floor(index / 3) * 30;
  const box = { x: x + 4, widthPt: widthPt / 3 - 8 };
  return { caption: { ...box, y, heightPt: 9 }, value: { ...box, y: y + 9, heightPt: 16 } };
};

export const parties = { y: 132, heightPt: 104 } as const;

/** A party's block: 0 the seller, 1 the buyer. */
export const party = (index: 0 | 1): { caption: Box; name: Box; address: Box; tax: Box } => {
  const box = { x: left + index * half + 6, widthPt: half - 12 };
  const { y } = parties;
  return {
    caption: { ...box, y: y + 4, heightPt: 9 },
    name: { ...box, y: y + 13, heightPt: 18 },
    address: { ...box, y: y + 31, heightPt: 54 },
    tax: { ...box, y: y + 86, heightPt: 15 },
  };
};

/** Where the table begins, on the first page and on those that follow. */
export const tableTop = { first: parties.y + parties.heightPt + 14, next: 72 } as const;
export const headingPt = 22;
export const rowPt = 25;
/** Nothing is drawn below this. */
export const bottom = page.heightPt - 48;
/** Sums, the amount in words and the signature, which stay together. */
export const closingPt = 176;

export type Column = { title: string; x: number; widthPt: number; align: 'left' | 'right' };

const columnsOf = (list: readonly (readonly [title: string, widthPt: number, align: Column['align']])[]): Column[] => {
  let x = left;
  return list.map(([name, columnPt, align]) => {
    const column = { title: name, x, widthPt: columnPt, align };
    x += columnPt;
    return column;
  });
};

const [taxedPt, ratePt, amountPt] = [66, 36, 71] as const;

/** Integrated tax takes the room of the two others. */
export const columns = (taxNames: readonly string[]): Column[] =>
  columnsOf([
    ['#', 20, 'right'],
    ['Item', 142.28, 'left'],
    ['HSN', 52, 'left'],
    ['Qty', 32, 'right'],
    ['Taxable value', taxedPt, 'right'],
    ['GST %', ratePt, 'right'],
    ...taxNames.map((name) => [name, 104 / taxNames.length, 'right'] as const),
    ['Amount', amountPt, 'right'],
  ]);
