import { type CallInputOf, serviceabilityDetailed } from '@freight/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMerchant, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const ask = (overrides: Partial<CallInputOf<typeof serviceabilityDetailed>> = {}) =>
  rates.call(serviceabilityDetailed, anyMerchant(), { pickup: '110001', drop: '400001', ...overrides });

test('every connected carrier says what it can do on the lane', async () => {
  const { couriers, ...lane } = await ask();
  expect(lane).toEqual({ pickup: '110001', drop: '400001', zone: 'METRO' });
  expect(couriers.map(({ carrierId }) => carrierId)).toEqual([
    'delhivery-surface',
    'delhivery-air',
    'bluedart-surface',
    'bluedart-air',
  ]);
  expect(couriers[0]).toEqual({
    courier: 'Delhivery',
    carrierId: 'delhivery-surface',
    brand: 'DELHIVERY',
    serviceType: 'SURFACE',
    prepaid: true,
    cod: true,
    reverse: true,
    reverseQc: true,
    pickup: true,
    eddDays: 4,
  });
});

test('a carrier that does not come to the drop still says that it collects at the pickup', async () => {
  const { couriers } = await ask({ drop: '744101' });
  expect(couriers.find(({ carrierId }) => carrierId === 'bluedart-surface')).toMatchObject({
    prepaid: false,
    cod: false,
    reverse: false,
    pickup: true,
  });
});

test('a place without cash on delivery is served prepaid', async () => {
  const { couriers } = await ask({ drop: '744101' });
  expect(couriers.find(({ carrierId }) => carrierId === 'bluedart-air')).toMatchObject({ prepaid: true, cod: false });
});

test('on the reverse lane only carriers that bring goods back are listed, without cash', async () => {
  const { couriers } = await ask({ serviceType: 'REVERSE' });
  expect(couriers.map(({ carrierId, cod, reverseQc }) => ({ carrierId, cod, reverseQc }))).toEqual([
    { carrierId: 'delhivery-surface', cod: false, reverseQc: true },
    { carrierId: 'bluedart-surface', cod: false, reverseQc: false },
  ]);
});

test('an unknown pincode is refused by its field', async () => {
  await expect(ask({ drop: '999999' })).rejects.toMatchObject({
    code: 'PINCODE_UNKNOWN',
    errors: { drop: ['999999 is no pincode of India'] },
  });
});
