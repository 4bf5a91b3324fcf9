import {
  allocateCarriers,
  type CallInputOf,
  calculateRates,
  getServiceabilityStatus,
  importServiceability,
  serviceabilityDetailed,
} from '@freight/contracts';
import { eventually, systemContext } from '@freight/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyMerchant, parcel, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const header = 'pincode,prepaid,cod,pickup,reverse,qc';
const carrierId = 'delhivery-surface' as const;

const load = (rows: readonly string[], rest: Partial<CallInputOf<typeof importServiceability>> = {}) =>
  rates.call(importServiceability, systemContext(), { carrierId, csv: [header, ...rows].join('\n'), ...rest });

/** Where Delhivery goes on the lane of these tests, everything unless a test says otherwise. */
beforeEach(() => load(['110001,Y,Y,Y,Y,Y', '400001,Y,Y,Y,Y,Y']));

const reason = async (overrides: Partial<CallInputOf<typeof allocateCarriers>> = {}) => {
  const { trace } = await rates.call(allocateCarriers, anyMerchant(), parcel(overrides));
  return trace.find((line) => line.carrierId === carrierId)?.reason;
};

describe('a loaded pincode is served as the file says', () => {
  test.each<[string, string, Parameters<typeof reason>[0], string]>([
    ['no delivery', '400001,N,N,Y,Y,Y', {}, 'pincode 400001 is not serviceable for delivery'],
    ['no pickup', '110001,Y,Y,N,Y,Y', {}, 'pincode 110001 is not serviceable for pickup'],
    [
      'no COD',
      '400001,Y,N,Y,Y,Y',
      { paymentMode: 'COD', codAmountPaise: 100 },
      'no cash on delivery at pincode 400001',
    ],
    ['COD only', '400001,N,Y,Y,Y,Y', {}, 'no prepaid delivery at pincode 400001'],
    [
      'no reverse pickup',
      '110001,Y,Y,Y,N,Y',
      { shipmentType: 'REVERSE' },
      'pincode 110001 is not serviceable for pickup',
    ],
    [
      'no exchange at the drop',
      '400001,Y,Y,Y,N,Y',
      { shipmentType: 'EXCHANGE' },
      'no reverse pickup at pincode 400001',
    ],
  ])('%s', async (_, row, overrides, expected) => {
    await load([row]);
    // An exchange has no other carrier, so its reasons come as an error.
    const answer = await reason(overrides).catch(
      (error: { errors?: Record<string, string[]> }) => error.errors?.[carrierId]?.[0],
    );
    expect(answer).toBe(expected);
  });

  test('no quality check', async () => {
    await load(['110001,Y,Y,Y,Y,N']);
    await expect(
      rates.call(allocateCarriers, anyMerchant(), parcel({ shipmentType: 'REVERSE', isQcRequired: true })),
    ).rejects.toMatchObject({ errors: { [carrierId]: ['no quality check at pincode 110001'] } });
  });
});

test('other carriers and other pincodes stay as they were', async () => {
  await load(['400001,N,N,N,N,N']);
  const quotesTo = async (dropPincode: string) =>
    (
      await rates.call(calculateRates, anyMerchant(), {
        pickupPincode: '110001',
        dropPincode,
        weightGrams: 100,
        paymentMode: 'PREPAID',
      })
    ).map((quote) => quote.carrierId);
  expect(await quotesTo('400001')).toEqual(['bluedart-surface', 'delhivery-air', 'bluedart-air']);
  expect(await quotesTo('400002')).toContain(carrierId);
});

test('the lane’s details say what the file says', async () => {
  await load(['400001,Y,N,N,N,N', '110001,N,N,Y,N,N']);
  const { couriers } = await rates.call(serviceabilityDetailed, anyMerchant(), { pickup: '110001', drop: '400001' });
  expect(couriers.find((one) => one.carrierId === carrierId)).toMatchObject({
    prepaid: true,
    cod: false,
    pickup: true,
    reverse: false,
    reverseQc: false,
  });
});

test('with a complete file what it does not name is not served, whatever was known before', async () => {
  const complete = { carrierId: 'bluedart-air' as const, isComplete: true };
  await load(['560001,Y,Y,Y,Y,Y'], { carrierId: 'bluedart-air' });
  await load(['110001,Y,Y,Y,Y,Y', '400001,Y,Y,Y,Y,Y'], complete);
  const served = async (drop: string) => {
    const { couriers } = await rates.call(serviceabilityDetailed, anyMerchant(), { pickup: '110001', drop });
    return couriers.find((one) => one.carrierId === 'bluedart-air')?.prepaid;
  };
  expect([await served('400001'), await served('560001'), await served('600001')]).toEqual([true, false, false]);
});

test('every replica reads what changed', async () => {
  const replica = await startRatesForTest({}, rates.environment);
  await load(['400001,N,N,N,N,N']);
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => reason()));
    expect(new Set(answers)).toEqual(new Set(['pincode 400001 is not serviceable for delivery']));
  });
  await replica.stop();
});

test('a replica that starts later knows it all', async () => {
  await load(['400001,N,N,N,N,N']);
  const later = await startRatesForTest({}, rates.environment);
  const answers = await Promise.all(Array.from({ length: 10 }, () => reason()));
  expect(new Set(answers)).toEqual(new Set(['pincode 400001 is not serviceable for delivery']));
  await later.stop();
});

test('how much is known and how old it is can be seen', async () => {
  await load(['110001,Y,Y,Y,Y,Y', '400001,N,N,N,N,N'], { carrierId: 'delhivery-air' });
  await rates.db
    .updateTable('serviceability')
    .set({ checked_at: new Date('2026-01-01') })
    .where('carrier_id', '=', 'delhivery-air')
    .where('pincode', '=', 110_001)
    .execute();
  const { carriers, ...settings } = await rates.call(getServiceabilityStatus, systemContext(), {});
  expect(settings).toEqual({ maxAgeDays: 30, refreshPerMinute: 60 });
  expect(carriers.find((one) => one.carrierId === 'delhivery-air')).toEqual({
    carrierId: 'delhivery-air',
    known: 2,
    served: 1,
    unknown: 19_408 - 2,
    stale: 1,
    isComplete: false,
    oldestCheckAt: '2026-01-01T00:00:00.000Z',
    newestCheckAt: expect.any(String),
    isRefreshed: false,
    lastFailure: null,
  });
});

describe('a file is refused', () => {
  test.each([
    ['with a pincode that is none', ['4000,Y,Y,Y,Y,Y'], { 'csv.2': ['4000 is no pincode'] }],
    ['with a pincode twice', ['400001,Y,Y,Y,Y,Y', '400001,N,N,N,N,N'], { 'csv.3': ['400001 is on line 2 already'] }],
    ['with a flag that is none', ['400001,Y,maybe,Y,Y,Y'], { 'csv.2': ['cod: maybe is neither Y nor N'] }],
    ['without rows', [], { csv: ['has no rows below its header'] }],
    ['with a row too short', ['400001,Y'], { 'csv.2': [expect.any(String)] }],
  ])('%s', async (_, rows, errors) => {
    await expect(load(rows)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors });
  });
});
