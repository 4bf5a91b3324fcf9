import { FreightError } from '@freight/contracts';
import { describe, expect, test } from 'vitest';
import { readRemittanceFile } from './remittance-file.ts';

const faultsOf = (lines: readonly string[]): string[] => {
  try {
    readRemittanceFile(lines.join('\n'));
  } catch (error) {
    if (error instanceof FreightError) return Object.keys(error.errors ?? {});
    throw error;
  }
  return [];
};

describe('a courier’s remittance file', () => {
  test('is read in any order of columns, with Indian commas, sums of one AWB and a byte order mark', () => {
    const file = '\uFEFFRemarks,AMOUNT, AWB\r\n"a, b","1,00,000.50",X\r\n,0.5,X\r\n,7,Y\r\n';
    expect([...readRemittanceFile(file)]).toEqual([
      ['X', 1_00_001_00],
      ['Y', 7_00],
    ]);
  });

  test.each([
    [['awb;amount', 'A;1'], ['csv']],
    [['awb,amount'], ['csv']],
    [
      ['awb,amount', 'A,1', 'B,-5', 'C,1.234', 'D,1e3'],
      ['csv.3', 'csv.4', 'csv.5'],
    ],
    [['awb,amount', ',5'], ['csv.2']],
    [['awb,amount', '"A,1'], ['csv']],
  ])('that cannot be read is refused with the lines at fault: %j', (lines, faults) => {
    expect(faultsOf(lines)).toEqual(faults);
  });
});
