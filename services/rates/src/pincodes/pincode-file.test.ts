import { expect, test } from 'vitest';
import { formatPincodeFile, parsePincodeFile } from './pincode-file.ts';
import type { Place } from './pincode-table.ts';

const places: Place[] = [
  { pincode: '110001', state: 'DL', district: 'New Delhi' },
  { pincode: '110009', state: 'DL', district: 'North Delhi' },
  { pincode: '110010', state: 'DL', district: 'North Delhi' },
  { pincode: '110012', state: 'DL', district: 'North Delhi' },
];

test('a table comes back from its file form as it was', () => {
  expect(parsePincodeFile(formatPincodeFile(places, ['a comment']))).toEqual(places);
});

test('neighbouring pincodes are written as a run with the digits that differ', () => {
  expect(formatPincodeFile(places, [])).toBe('DL\tNew Delhi\t110001\nDL\tNorth Delhi\t110009-10 110012\n');
});

test('a line with an unknown state is refused with its number', () => {
  expect(() => parsePincodeFile('DL\tNew Delhi\t110001\nXX\tNowhere\t110002')).toThrow('line 2');
});
