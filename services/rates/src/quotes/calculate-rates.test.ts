import { allocateCarriers, type CallInputOf, calculateRates, type RateQuote, toInr } from '@freight/contracts';
import { broadcast } from '@freight/messaging';
import { eventually } from '@freight/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyMerchant, parcel, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';
import { ratesChanged } from '../start.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const quote = (overrides: Partial<CallInputOf<typeof calculateRates>> = {}): Promise<RateQuote[]> =>
  rates.call(calculateRates, anyMerchant(), {
    pickupPincode: '110001',
    dropPincode: '400001',
    weightGrams: 400,
    paymentMode: 'PREPAID',
    ...overrides,
  });

const namesOf = (quotes: RateQuote[]): string[] => quotes.map(({ carrierId }) => carrierId);

describe('a forward lane', () => {
  test('has one quote per connected carrier, cheapest first, in INR', async () => {
    const quotes = await quote();
    expect(namesOf(quotes)).toEqual(['delhivery-surface', 'bluedart-surface', 'delhivery-air', 'bluedart-air']);
    expect(quotes[0]).toEqual({
      courier: 'Delhivery',
      brand: 'DELHIVERY',
      carrierId: 'delhivery-surface',
      serviceType: 'SURFACE',
      zone: 'METRO',
      chargeableWeightGrams: 500,
      baseRate: 33,
      freightCharge: 33,
      codCharge: 0,
      gstAmount: 5.94,
      totalCharge: 38.94,
      eddDays: 4,
      isAvailable: true,
    });
  });

  test('charges COD on the invoice value: the flat fee or the percentage, whichever is more', async () => {
    const [small] = await quote({ paymentMode: 'COD', invoiceValue: 1_000 });
    const [large] = await quote({ paymentMode: 'COD', invoiceValue: 10_000 });
    expect([small?.codCharge, large?.codCharge]).toEqual([30, 150]);
  });

  test('counts the volume only when all three lengths are given', async () => {
    const [box] = await quote({ lengthCm: 30, breadthCm: 20, heightCm: 10 });
    const [flat] = await quote({ lengthCm: 30, breadthCm: 20 });
    expect([box?.chargeableWeightGrams, flat?.chargeableWeightGrams]).toEqual([1_500, 500]);
  });

  test('leaves out a carrier that does not come there', async () => {
    expect(namesOf(await quote({ dropPincode: '744101' }))).not.toContain('bluedart-surface');
    expect(namesOf(await quote({ dropPincode: '744101', paymentMode: 'COD', invoiceValue: 500 }))).toEqual([
      'delhivery-surface',
      'delhivery-air',
    ]);
  });

  test('leaves out a carrier that does not carry the weight, down to an empty list', async () => {
    expect(namesOf(await quote({ weightGrams: 40_000 }))).toEqual(['delhivery-surface']);
    expect(await quote({ weightGrams: 900_000 })).toEqual([]);
  });
});

describe('a reverse lane', () => {
  test('lists only carriers that bring goods back, priced by their reverse card', async () => {
    const quotes = await quote({ shipmentType: 'REVERSE' });
    expect(quotes.map(({ carrierId, freightCharge }) => [carrierId, freightCharge])).toEqual([
      ['delhivery-surface', 39.6],
      ['bluedart-surface', 44.4],
    ]);
  });

  test('with QC has another price and only carriers that check at the door', async () => {
    const quotes = await quote({ shipmentType: 'REVERSE', isQcRequired: true });
    expect(quotes.map(({ carrierId, freightCharge }) => [carrierId, freightCharge])).toEqual([
      ['delhivery-surface', 54.6],
    ]);
  });
});

describe('bad input', () => {
  test('an unknown pincode is named by its field', async () => {
    await expect(quote({ dropPincode: '999999' })).rejects.toMatchObject({
      code: 'PINCODE_UNKNOWN',
      errors: { dropPincode: ['999999 is no pincode of India'] },
    });
  });

  test('a new pincode of a known sorting district is quoted by its prefix', async () => {
    expect((await quote({ pickupPincode: '302999', dropPincode: '302001' }))[0]?.zone).toBe('REGIONAL');
  });

  test.each([
    ['a malformed pincode', { dropPincode: '4000' }],
    ['a weight of nothing', { weightGrams: 0 }],
    ['a negative weight', { weightGrams: -1 }],
    ['an absurd weight', { weightGrams: 1e9 }],
    ['a negative length', { lengthCm: -1 }],
    ['a third decimal of an amount', { invoiceValue: 1.001 }],
  ])('%s is a field error', async (_, overrides) => {
    await expect(quote(overrides)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { [Object.keys(overrides)[0] ?? '']: [expect.any(String)] },
    });
  });
});

test('a booking is charged what was quoted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        weightGrams: fc.integer({ min: 1, max: 19_000 }),
        dropPincode: fc.constantFrom('110020', '400001', '411001', '781001', '201301', '744101'),
        paymentMode: fc.constantFrom('PREPAID' as const, 'COD' as const),
        shipmentType: fc.constantFrom('FORWARD' as const, 'REVERSE' as const),
        isQcRequired: fc.boolean(),
        invoicePaise: fc.nat(5_000_000),
        lengthCm: fc.integer({ min: 1, max: 60 }),
      }),
      async ({ weightGrams, invoicePaise, lengthCm, ...lane }) => {
        const quotes = await quote({
          ...lane,
          weightGrams,
          invoiceValue: toInr(invoicePaise),
          lengthCm,
          breadthCm: 20,
          heightCm: 10,
        });
        const allocation = await rates.call(
          allocateCarriers,
          anyMerchant(),
          parcel({
            ...lane,
            invoiceValuePaise: invoicePaise,
            codAmountPaise: invoicePaise,
            packages: [{ weightGrams, lengthCm, breadthCm: 20, heightCm: 10 }],
          }),
        );
        expect(allocation.candidates.map(({ carrierId, price }) => [carrierId, toInr(price.totalPaise)])).toEqual(
          quotes.map(({ carrierId, totalCharge }) => [carrierId, totalCharge]),
        );
      },
    ),
    { numRuns: 50 },
  );
});

test('a carrier that is switched off is quoted last and as not available, from the announcement on', async () => {
  await rates.db.insertInto('switched_off_carriers').values({ carrier_id: 'delhivery-surface' }).execute();
  broadcast(rates.bus, ratesChanged, null);
  await eventually(async () => {
    const quotes = await quote();
    expect(quotes.at(-1)).toMatchObject({ carrierId: 'delhivery-surface', isAvailable: false });
    expect(quotes.map(({ isAvailable }) => isAvailable)).toEqual([true, true, true, false]);
  });
  await rates.db.deleteFrom('switched_off_carriers').execute();
});
