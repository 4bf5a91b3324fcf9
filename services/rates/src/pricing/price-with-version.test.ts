import { allocateCarriers, priceWithVersion } from '@freight/contracts';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyMerchant, parcel, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

describe('rates.price-with-version', () => {
  let rates: RatesForTest;
  beforeAll(async () => {
    rates = await startRatesForTest();
  });
  afterAll(() => rates.stop());

  const priceOf = (weightGrams: number, overrides: { rateCardVersion?: string; carrierId?: string } = {}) =>
    rates.call(priceWithVersion, systemContext(), {
      rateCardVersion: 'demo@1',
      carrierId: 'delhivery-surface',
      zone: 'METRO',
      shipmentType: 'FORWARD',
      isQcRequired: false,
      weightGrams,
      codPaise: 3_500,
      vasPaise: 0,
      ...overrides,
    });

  test('the weight of the booking costs what it was booked for', async () => {
    const lane = parcel({ paymentMode: 'COD', codAmountPaise: 100_000 });
    const { candidates } = await rates.call(allocateCarriers, anyMerchant(), lane);
    const booked = candidates.find(({ carrierId }) => carrierId === 'delhivery-surface');
    expect(await priceOf(400)).toEqual({ chargeableWeightGrams: 500, price: booked?.price });
  });

  test('a heavier parcel costs more freight, GST and return, and the same COD charge', async () => {
    const [light, heavy] = await Promise.all([priceOf(400), priceOf(1_200)]);
    expect(heavy.chargeableWeightGrams).toBe(1_500);
    expect(heavy.price.codPaise).toBe(3_500);
    expect(heavy.price.freightPaise).toBeGreaterThan(light.price.freightPaise);
    expect(heavy.price.rtoPaise).toBeGreaterThan(light.price.rtoPaise);
    const { freightPaise, codPaise, gstPaise, totalPaise } = heavy.price;
    expect(gstPaise).toBe(Math.round((freightPaise + codPaise) * 0.18));
    expect(totalPaise).toBe(freightPaise + codPaise + gstPaise);
  });

  test.each([{ rateCardVersion: 'demo@99' }, { rateCardVersion: 'demo' }, { carrierId: 'nobody-surface' }])(
    'there is no price on %j',
    async (overrides) => {
      await expect(priceOf(400, overrides)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test('a weight beyond the card has none either', async () => {
    await expect(priceOf(10_000_000)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});
