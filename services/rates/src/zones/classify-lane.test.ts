import { classifyLane } from '@freight/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMerchant, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const classify = (pickup: string, drop: string) => rates.call(classifyLane, anyMerchant(), { pickup, drop });

test('a lane is named with its zone and both places', async () => {
  expect(await classify('400001', '411001')).toEqual({
    zone: 'REGIONAL',
    pickup: { pincode: '400001', city: 'Mumbai', state: 'Maharashtra' },
    drop: { pincode: '411001', city: 'Pune', state: 'Maharashtra' },
  });
});

test('a pincode that is known by its prefix only has a state and no city', async () => {
  expect((await classify('302999', '110001')).pickup).toEqual({ pincode: '302999', city: null, state: 'Rajasthan' });
});

test('both pincodes are named when both are unknown', async () => {
  await expect(classify('900001', '999999')).rejects.toMatchObject({
    code: 'PINCODE_UNKNOWN',
    errors: { pickup: [expect.any(String)], drop: [expect.any(String)] },
  });
});
