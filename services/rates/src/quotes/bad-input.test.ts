import {
  allocateCarriers,
  type CallInputOf,
  calculateRates,
  classifyLane,
  type ErrorCode,
  newId,
  putOrganizationRatePlan,
  serviceabilityDetailed,
  tryAllocation,
} from '@freight/contracts';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardDocument } from '../pricing/card.fixture.ts';
import { anyMerchant, createPlan, parcel, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const quote = (overrides: Partial<CallInputOf<typeof calculateRates>>, context = anyMerchant()) =>
  rates.call(calculateRates, context, {
    pickupPincode: '110001',
    dropPincode: '400001',
    weightGrams: 400,
    paymentMode: 'PREPAID',
    ...overrides,
  });

const dryRun = (overrides: Partial<CallInputOf<typeof tryAllocation>>) =>
  rates.call(tryAllocation, anyMerchant(), {
    pickupPincode: '110001',
    dropPincode: '400001',
    paymentMode: 'PREPAID',
    invoiceValue: 100,
    packages: [{ weightGrams: 400, lengthCm: 10, breadthCm: 10, heightCm: 5 }],
    ...overrides,
  });

describe.each<[string, string, ErrorCode]>([
  ['too short', '4000', 'VALIDATION_FAILED'],
  ['too long', '4000011', 'VALIDATION_FAILED'],
  ['of letters', 'ABCDEF', 'VALIDATION_FAILED'],
  ['empty', '', 'VALIDATION_FAILED'],
  ['that begins with zero', '012345', 'VALIDATION_FAILED'],
  ['with a space', '400 001', 'VALIDATION_FAILED'],
  ['in Devanagari digits', '४०००००', 'VALIDATION_FAILED'],
  ['of Britain', 'SW1A 1AA', 'VALIDATION_FAILED'],
  ['of the United States', '90210', 'VALIDATION_FAILED'],
  ['of China, of the right form', '999077', 'PINCODE_UNKNOWN'],
  ['of the army post, which is no place', '900001', 'PINCODE_UNKNOWN'],
  ['of a prefix that India does not use', '299999', 'PINCODE_UNKNOWN'],
])('a pincode %s', (_, pincode, code) => {
  test.each([
    ['calculate', 'dropPincode', () => quote({ dropPincode: pincode })],
    ['calculate', 'pickupPincode', () => quote({ pickupPincode: pincode })],
    ['classify', 'drop', () => rates.call(classifyLane, anyMerchant(), { pickup: '110001', drop: pincode })],
    [
      'serviceability',
      'pickup',
      () => rates.call(serviceabilityDetailed, anyMerchant(), { pickup: pincode, drop: '110001' }),
    ],
    ['allocate', 'dropPincode', () => dryRun({ dropPincode: pincode })],
  ])('is refused by %s under %s', async (_operation, field, call) => {
    await expect(call()).rejects.toMatchObject({ code, errors: { [field]: [expect.any(String)] } });
  });
});

describe('weights and lengths', () => {
  test.each([
    ['no weight', { weightGrams: 0 }],
    ['a negative weight', { weightGrams: -400 }],
    ['more than a tonne', { weightGrams: 1_000_001 }],
    ['a weight that is no number', { weightGrams: Number.NaN }],
    ['a weight without end', { weightGrams: Number.POSITIVE_INFINITY }],
    ['no length', { lengthCm: 0 }],
    ['a negative breadth', { breadthCm: -1 }],
    ['a height of more than ten metres', { heightCm: 1_001 }],
    ['a negative value', { invoiceValue: -1 }],
    ['a value of more than 100 crore', { invoiceValue: 1_000_000_001 }],
  ])('%s is a field error', async (_, overrides) => {
    await expect(quote(overrides)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { [Object.keys(overrides)[0] ?? '']: [expect.any(String)] },
    });
  });

  test.each([
    ['a tonne', { weightGrams: 1_000_000 }],
    ['a cube of ten metres', { lengthCm: 1_000, breadthCm: 1_000, heightCm: 1_000 }],
  ])('%s is carried by nobody: an empty list', async (_, overrides) => {
    expect(await quote(overrides)).toEqual([]);
  });

  test('a hundredth of a gram is charged as the first slab', async () => {
    expect((await quote({ weightGrams: 0.01 }))[0]?.chargeableWeightGrams).toBe(500);
  });

  test('a package without weight is named by its place in the list', async () => {
    const box = { weightGrams: 1, lengthCm: 1, breadthCm: 1, heightCm: 1 };
    await expect(dryRun({ packages: [box, { ...box, weightGrams: 0 }] })).rejects.toMatchObject({
      errors: { 'packages.1.weightGrams': [expect.any(String)] },
    });
    await expect(dryRun({ packages: [] })).rejects.toMatchObject({ errors: { packages: [expect.any(String)] } });
  });
});

describe('cash on delivery', () => {
  test('without a value is quoted with the least that it costs, because a rate request need not name one', async () => {
    const [without] = await quote({ paymentMode: 'COD' });
    const [ofOneRupee] = await quote({ paymentMode: 'COD', invoiceValue: 1 });
    expect(without?.codCharge).toBeGreaterThan(0);
    expect(without?.codCharge).toBe(ofOneRupee?.codCharge);
  });

  test('without an amount is a field error where a shipment is meant', async () => {
    await expect(dryRun({ paymentMode: 'COD' })).rejects.toMatchObject({
      errors: { codAmount: ['is required when paymentMode is COD'] },
    });
  });

  test('is not asked of the buyer on a reverse pickup', async () => {
    const quotes = await quote({ paymentMode: 'COD', shipmentType: 'REVERSE', invoiceValue: 1_000 });
    expect(quotes.map(({ codCharge }) => codCharge)).toEqual(quotes.map(() => 0));
    expect(quotes.length).toBeGreaterThan(0);
  });
});

describe('a reverse pickup of an organization whose carriers fly only', () => {
  const airOnly = async () => {
    const organizationId = newId('organization');
    const ratePlanId = await createPlan(rates, [
      cardDocument({ carrierId: 'delhivery-air', reverse: null, reverseQc: null }),
      cardDocument({ carrierId: 'bluedart-air', reverse: null, reverseQc: null }),
    ]);
    await rates.call(putOrganizationRatePlan, systemContext(), { organizationId, ratePlanId });
    return organizationContext(organizationId);
  };

  test('has no quote, with or without a quality check', async () => {
    const context = await airOnly();
    expect(await quote({ shipmentType: 'REVERSE' }, context)).toEqual([]);
    expect(await quote({ shipmentType: 'REVERSE', isQcRequired: true }, context)).toEqual([]);
    expect(await quote({}, context)).toHaveLength(2);
  });

  test('has no candidate, and says per carrier why', async () => {
    const context = await airOnly();
    await expect(rates.call(allocateCarriers, context, parcel({ shipmentType: 'REVERSE' }))).rejects.toMatchObject({
      code: 'NO_CARRIER_AVAILABLE',
      errors: { 'delhivery-air': ['no price for reverse'], 'delhivery-surface': ['no price on the rate plan'] },
    });
    await expect(
      rates.call(allocateCarriers, context, parcel({ shipmentType: 'REVERSE', serviceType: 'AIR' })),
    ).rejects.toMatchObject({ code: 'CARRIER_NOT_SERVICEABLE' });
  });

  test('cannot be forced with a named carrier', async () => {
    await expect(
      rates.call(allocateCarriers, await airOnly(), parcel({ shipmentType: 'REVERSE', carrierId: 'delhivery-air' })),
    ).rejects.toMatchObject({ code: 'CARRIER_NOT_SERVICEABLE', message: 'delhivery-air: no price for reverse' });
  });
});

test.each([
  ['a payment mode', { paymentMode: 'CARD' }],
  ['a shipment type', { shipmentType: 'EXCHANGE' }],
])('%s that is none is a field error', async (_, overrides) => {
  await expect(
    // As JSON from outside would carry it, past the types.
    quote(JSON.parse(JSON.stringify(overrides))),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});
