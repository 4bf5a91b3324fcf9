import { expect, test } from 'vitest';
import { code128Modules } from './code128.ts';

const symbolsOf = (text: string): string[] => {
  const modules = code128Modules(text);
  const symbols = [];
  for (let at = 0; at < modules.length - 7; at += 6) symbols.push(modules.slice(at, at + 6).join(''));
  return [...symbols, modules.slice(-7).join('')];
};

test('is the symbol that the standard shows for its example', () => {
  // Start B, W, i, k, i, p, e, d, i, a, check 88, stop.
  const [start, w, ...rest] = symbolsOf('Wikipedia');
  expect([start, w]).toEqual(['211214', '311321']);
  expect(rest.slice(-2)).toEqual(['421211', '2331112']);
});

test('has symbols of 11 modules, a stop of 13, and a pattern of its own for each character', () => {
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const patterns = printable.map((character) => symbolsOf(character)[1] ?? '');
  const widthOf = (pattern: string): number => Array.from(pattern, Number).reduce((sum, width) => sum + width, 0);
  expect(new Set(patterns).size).toBe(95);
  expect(new Set(patterns.map(widthOf))).toEqual(new Set([11]));
  expect(widthOf(symbolsOf('A').at(-1) ?? '')).toBe(13);
});

test('is no symbol at all for text that it cannot hold', () => {
  expect(code128Modules('é')).toEqual([]);
});
