import { beforeAll, describe, expect, test } from 'vitest';
import { type PincodeTable, pincodeTable, readPincodeTable } from './pincode-table.ts';

let table: PincodeTable;
beforeAll(async () => {
  table = await readPincodeTable(new URL('../../data/pincodes.tsv', import.meta.url));
});

describe('the committed pincode table', () => {
  test('has at least 19,000 pincodes', () => {
    expect(table.size).toBeGreaterThanOrEqual(19_000);
  });

  test.each([
    ['110001', 'DL', 'Central Delhi'],
    ['400001', 'MH', 'Mumbai'],
    ['411001', 'MH', 'Pune'],
    ['560001', 'KA', 'Bengaluru'],
    ['600001', 'TN', 'Chennai'],
    ['700001', 'WB', 'Kolkata'],
    ['781001', 'AS', 'Kamrup'],
    ['190001', 'JK', 'Srinagar'],
    ['744101', 'AN', 'South Andaman'],
    ['795001', 'MN', 'Imphal West'],
    ['201301', 'UP', 'Gautam Buddha Nagar'],
  ])('knows %s as a place of %s in %s', (pincode, state, district) => {
    expect(table.find(pincode)).toEqual({ pincode, state, district });
  });

  test.each([
    ['500001', 'TS', 'Hyderabad was in Andhra Pradesh until 2014'],
    ['506002', 'TS', 'Warangal was in Andhra Pradesh until 2014'],
    ['520001', 'AP', 'Vijayawada stayed in Andhra Pradesh'],
    ['194101', 'LA', 'Leh was in Jammu and Kashmir until 2019'],
    ['194103', 'LA', 'Kargil was in Jammu and Kashmir until 2019'],
    ['396210', 'DH', 'Daman was merged in 2020'],
    ['396230', 'DH', 'Silvassa was merged in 2020'],
    ['609602', 'PY', 'Karaikal is an enclave'],
    ['682555', 'LD', 'Lakshadweep has no three-digit prefix of its own'],
    ['682001', 'KL', 'Kochi is on the mainland'],
  ])('puts %s in today’s %s: %s', (pincode, state) => {
    expect(table.find(pincode)?.state).toBe(state);
  });
});

describe('a pincode that is not in the table', () => {
  const known = pincodeTable([
    { pincode: '682001', state: 'KL', district: 'Ernakulam' },
    { pincode: '682002', state: 'KL', district: 'Ernakulam' },
    { pincode: '682551', state: 'LD', district: 'Lakshadweep' },
  ]);

  test('gets the state of its longest known prefix and no district', () => {
    expect(known.find('682003')).toEqual({ pincode: '682003', state: 'KL', district: null });
    expect(known.find('682559')).toEqual({ pincode: '682559', state: 'LD', district: null });
  });

  test('stays unknown when not even three digits are known', () => {
    expect(known.find('683001')).toBeUndefined();
    expect(table.find('900001')).toBeUndefined();
  });
});
