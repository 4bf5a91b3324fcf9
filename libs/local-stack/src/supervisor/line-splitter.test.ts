import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

test('a line that arrives in pieces comes out once and whole, even when a character is cut in two', () => {
  const lines = new LineSplitter();
  const bytes = Buffer.from('₹ 100\nnext');
  expect(lines.push(bytes.subarray(0, 2))).toEqual([]);
  expect(lines.push(bytes.subarray(2))).toEqual(['₹ 100']);
  expect(lines.end()).toEqual(['next']);
});

test('a line without an end does not grow in memory for ever', () => {
  const lines = new LineSplitter();
  expect(lines.push(Buffer.alloc(70_000, 'x'))).toHaveLength(1);
  expect(lines.end()).toEqual([]);
});
