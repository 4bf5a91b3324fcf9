import { calculateRates } from '@freight/contracts';
import { testEnvironment, testService } from '@freight/testing';
import { expect, test } from 'vitest';
import { ratesConfig } from './config.ts';
import { anyMerchant } from './rates.fixture.ts';
import { startRates } from './start.ts';

test('replicas that start together make one default plan with one version', async () => {
  const environment = await testEnvironment();
  const start = () => testService({ service: 'rates', config: ratesConfig, start: startRates, environment });
  const replicas = await Promise.all([start(), start(), start()]);
  const [first] = replicas;
  expect(await first?.db.selectFrom('rate_plans').select(['id', 'is_default']).execute()).toEqual([
    { id: 'demo', is_default: true },
  ]);
  expect(await first?.db.selectFrom('rate_plan_versions').select('version').execute()).toEqual([{ version: 1 }]);
  await Promise.all(replicas.map((replica) => replica.stop()));
  await environment.stop();
});

test('only couriers with an account are quoted', async () => {
  const rates = await testService({
    service: 'rates',
    config: ratesConfig,
    start: startRates,
    env: { CONNECTED_COURIERS: 'bluedart' },
  });
  const quotes = await rates.call(calculateRates, anyMerchant(), {
    pickupPincode: '110001',
    dropPincode: '400001',
    weightGrams: 100,
    paymentMode: 'PREPAID',
  });
  expect(quotes.map(({ carrierId }) => carrierId)).toEqual(['bluedart-surface', 'bluedart-air']);
  await rates.stop();
});
