import { allocateCarriers, calculateRates, listCourierAccounts, patchCourierAccount } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMerchant, parcel, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const turn = (carrierId: string, isEnabled?: boolean) =>
  rates.call(patchCourierAccount, systemContext(), { carrierId, ...(isEnabled === undefined ? {} : { isEnabled }) });

test('the twelve carriers are listed with their connection and their switch', async () => {
  const listed = await rates.call(listCourierAccounts, systemContext(), {});
  expect(listed).toHaveLength(12);
  expect(listed.filter(({ isConnected }) => isConnected).map(({ carrierId }) => carrierId)).toEqual([
    'delhivery-surface',
    'delhivery-air',
    'bluedart-surface',
    'bluedart-air',
  ]);
  expect(listed.every(({ isEnabled }) => isEnabled)).toBe(true);
});

test('off, a carrier is quoted last and as not available, and not allocated; on again, it is as before', async () => {
  const quotes = () =>
    rates.call(calculateRates, anyMerchant(), {
      pickupPincode: '110001',
      dropPincode: '400001',
      weightGrams: 100,
      paymentMode: 'PREPAID',
    });
  expect(await turn('DELHIVERY_SURFACE', false)).toMatchObject({ carrierId: 'delhivery-surface', isEnabled: false });
  expect((await quotes()).at(-1)).toMatchObject({ carrierId: 'delhivery-surface', isAvailable: false });
  const { candidates, trace } = await rates.call(allocateCarriers, anyMerchant(), parcel());
  expect(candidates.map(({ carrierId }) => carrierId)).not.toContain('delhivery-surface');
  expect(trace.find(({ carrierId }) => carrierId === 'delhivery-surface')?.reason).toBe('switched off');
  expect(await turn('delhivery-surface', false)).toMatchObject({ isEnabled: false });

  expect(await turn('delhivery-surface', true)).toMatchObject({ isEnabled: true });
  expect((await quotes())[0]).toMatchObject({ carrierId: 'delhivery-surface', isAvailable: true });
});

test('a patch without a change changes nothing', async () => {
  expect(await turn('bluedart-air')).toMatchObject({ carrierId: 'bluedart-air', isEnabled: true });
});

test('a carrier that is none is not found', async () => {
  await expect(turn('pigeon-air', false)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
