import {
  type CourierHealthReport,
  calculateRates,
  courierHealthBroadcast,
  getCouriersHealth,
} from '@freight/contracts';
import { broadcast } from '@freight/messaging';
import { eventually, systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMerchant, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const report = (courier: Partial<CourierHealthReport['couriers'][number]>): void =>
  broadcast(rates.bus, courierHealthBroadcast.name, {
    reporter: 'shipments-1',
    couriers: [
      {
        courier: 'delhivery',
        mode: 'live',
        succeeded: 0,
        failed: 0,
        durationsMs: { sum: 0, counts: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
        isCircuitOpen: false,
        ...courier,
      },
    ],
  });

test('operators see rate and latency of each connected courier’s accounts as shipments report them', async () => {
  report({ succeeded: 9, failed: 1, durationsMs: { sum: 2_000, counts: [0, 5, 4, 0, 0, 0, 1, 0, 0] } });
  await eventually(async () => {
    const { windowSeconds, couriers } = await rates.call(getCouriersHealth, systemContext(), {});
    expect(windowSeconds).toBe(300);
    expect(couriers.map(({ courier, mode }) => `${courier} ${mode}`)).toEqual([
      'delhivery live',
      'delhivery test',
      'bluedart live',
      'bluedart test',
    ]);
    expect(couriers[0]).toEqual({
      courier: 'delhivery',
      carrierIds: ['delhivery-surface', 'delhivery-air'],
      mode: 'live',
      calls: 10,
      failures: 1,
      successRate: 0.9,
      meanMs: 200,
      p50Ms: 100,
      p95Ms: 5_000,
      isCircuitOpen: false,
      lastReportAt: expect.any(String),
    });
    expect(couriers[1]).toMatchObject({ calls: 0, successRate: null, p95Ms: null });
  });
});

test('quotes of a courier whose circuit is open are last and not available', async () => {
  report({ isCircuitOpen: true });
  await eventually(async () => {
    const quotes = await rates.call(calculateRates, anyMerchant(), {
      pickupPincode: '110001',
      dropPincode: '400001',
      weightGrams: 100,
      paymentMode: 'PREPAID',
    });
    expect(quotes.map(({ carrierId, isAvailable }) => [carrierId, isAvailable])).toEqual([
      ['bluedart-surface', true],
      ['bluedart-air', true],
      ['delhivery-surface', false],
      ['delhivery-air', false],
    ]);
  });
});
