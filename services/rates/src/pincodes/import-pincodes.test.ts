import { classifyLane, exportPincodes, getPincodeTable, importPincodes } from '@freight/contracts';
import { callRaw } from '@freight/messaging';
import { eventually, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyMerchant, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
let own: string;
beforeAll(async () => {
  rates = await startRatesForTest();
  own = await exported();
});
afterAll(() => rates.stop());

const exported = async (): Promise<string> =>
  Buffer.from((await callRaw(rates.bus, exportPincodes, systemContext(), {})).body).toString();

const load = (csv: string, source = 'test') => rates.call(importPincodes, systemContext(), { csv, source });

const cityOf = async (pincode: string) =>
  (await rates.call(classifyLane, anyMerchant(), { pickup: pincode, drop: '400001' })).pickup.city;

test('the product’s own table is in use until another is loaded', async () => {
  expect(await rates.call(getPincodeTable, systemContext(), {})).toMatchObject({
    pincodes: 19_408,
    states: 36,
    source: 'delivered with the product',
    importedAt: null,
  });
  expect(await load(own)).toMatchObject({
    pincodes: 19_408,
    states: 36,
    source: 'test',
    importedAt: expect.any(String),
  });
  expect(await exported()).toBe(own);
});

test('a loaded table counts at once, on every replica and on one that starts later', async () => {
  const replica = await startRatesForTest({}, rates.environment);
  const changed = own.replace(/^110001,.*$/m, '110001,Lutyens Delhi,NCT of Delhi').replace('NCT of Delhi', 'Delhi');
  await load(changed, 'with a new district');
  const cities = async () => new Set(await Promise.all(Array.from({ length: 10 }, () => cityOf('110001'))));
  await eventually(async () => expect(await cities()).toEqual(new Set(['Lutyens Delhi'])));
  await replica.stop();
  const later = await startRatesForTest({}, rates.environment);
  expect(await cities()).toEqual(new Set(['Lutyens Delhi']));
  await later.stop();
});

test('a repeated request loads once', async () => {
  const context = systemContext();
  const first = await rates.call(importPincodes, context, { csv: own, source: 'once' });
  await load(own, 'after');
  await rates.call(importPincodes, context, { csv: own, source: 'once' });
  expect(first.source).toBe('once');
  expect((await rates.call(getPincodeTable, systemContext(), {})).source).toBe('after');
});

describe('a table is refused', () => {
  const line = (row: string) => own.replace(/^110001,.*$/m, row);
  const at = () => own.split('\r\n').findIndex((one) => one.startsWith('110001,')) + 1;

  test.each([
    ['with a state that is none', '110001,Delhi,Atlantis', 'Atlantis is no state of India'],
    ['with a pincode that is none', '11000,Delhi,Delhi', '11000 is no pincode'],
    ['without a district', '110001,,Delhi', '110001 has no district'],
  ])('%s', async (_, row, message) => {
    await expect(load(line(row))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { [`csv.${at()}`]: [message] },
    });
  });

  test('with a pincode twice', async () => {
    await expect(load(`${own}110001,Delhi,Delhi\r\n`)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('that is too small to be India’s', async () => {
    await expect(load('pincode,district,state\n110001,Delhi,Delhi\n')).rejects.toMatchObject({
      errors: { csv: ['has 1 pincodes; a table of India has at least 10000'] },
    });
  });
});
