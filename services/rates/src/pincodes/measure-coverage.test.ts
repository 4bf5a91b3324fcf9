import { expect, test } from 'vitest';
import { measureCoverage } from './measure-coverage.ts';
import { pincodeTable } from './pincode-table.ts';

test('coverage counts known pincodes, right states, and what the prefix still says', () => {
  const table = pincodeTable([
    { pincode: '500001', state: 'TS', district: 'Hyderabad' },
    { pincode: '500002', state: 'AP', district: 'Hyderabad' },
    { pincode: '500003', state: 'TS', district: 'Hyderabad' },
  ]);
  const coverage = measureCoverage(table, [
    { pincode: '500001', state: 'TELANGANA' },
    { pincode: '500002', state: 'TELANGANA' },
    { pincode: '500003', state: '' },
    { pincode: '500004', state: 'TELANGANA' },
    { pincode: '999999', state: 'TELANGANA' },
  ]);
  expect(coverage).toEqual({
    total: 5,
    known: 3,
    comparable: 2,
    rightState: 1,
    wrong: [{ pincode: '500002', ours: 'AP', theirs: 'TS' }],
    rightStateByPrefix: 1,
  });
});
