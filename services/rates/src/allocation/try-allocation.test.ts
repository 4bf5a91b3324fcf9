import {
  allocateCarriers,
  type CallInputOf,
  carriers,
  courierHealthBroadcast,
  getAllocationRules,
  newId,
  putAllocationRules,
  testTenantOf,
  tryAllocation,
} from '@freight/contracts';
import { broadcast } from '@freight/messaging';
import { eventually, organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyMerchant, parcel, type RatesForTest, startRatesForTest, unknownOrganization } from '../rates.fixture.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

type Request = CallInputOf<typeof tryAllocation>;

const request = (overrides: Partial<Request> = {}): Request => ({
  pickupPincode: '110001',
  dropPincode: '400001',
  paymentMode: 'PREPAID',
  invoiceValue: 1_000,
  packages: [{ weightGrams: 400, lengthCm: 10, breadthCm: 10, heightCm: 5 }],
  ...overrides,
});

const dryRun = (overrides: Partial<Request> = {}, context = anyMerchant()) =>
  rates.call(tryAllocation, context, request(overrides));

const order = async (rules: Request['rules'], overrides: Partial<Request> = {}): Promise<string[]> =>
  (await dryRun({ rules, ...overrides })).candidates.map(({ carrierId }) => carrierId);

const reasonOf = async (carrierId: string, overrides: Partial<Request>): Promise<string | undefined> =>
  (await dryRun(overrides)).trace.find((line) => line.carrierId === carrierId)?.reason;

describe('a strategy', () => {
  test('CHEAPEST is what happens without a rule', async () => {
    const { rule, candidates } = await dryRun({ rules: [] });
    expect(rule).toBeNull();
    expect(candidates.map(({ carrierId, totalCharge }) => [carrierId, totalCharge])).toEqual([
      ['delhivery-surface', 38.94],
      ['bluedart-surface', 43.66],
      ['delhivery-air', 49.56],
      ['bluedart-air', 53.1],
    ]);
    expect(await order([{ strategy: 'CHEAPEST' }])).toEqual(candidates.map(({ carrierId }) => carrierId));
  });

  test('FASTEST goes by days, and by price among equals', async () => {
    const { candidates } = await dryRun({ rules: [{ strategy: 'FASTEST' }] });
    const days = candidates.map(({ eddDays }) => eddDays);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
    expect(candidates[0]?.carrierId).toBe('delhivery-air');
  });

  test('PRIORITY goes by its list, where a brand means all services of that courier', async () => {
    expect(await order([{ strategy: 'PRIORITY', carriers: ['bluedart-air', 'DELHIVERY'] }])).toEqual([
      'bluedart-air',
      'delhivery-surface',
      'delhivery-air',
    ]);
  });
});

describe('the first rule that fits decides', () => {
  const rules: Request['rules'] = [
    { name: 'cash', conditions: { paymentMode: 'COD' }, strategy: 'CHEAPEST', carriers: ['BLUEDART'] },
    { name: 'far', conditions: { zone: ['ROI', 'SPECIAL'] }, strategy: 'FASTEST' },
    { name: 'light', conditions: { weightGrams: { max: 500 } }, strategy: 'PRIORITY', carriers: ['delhivery-air'] },
  ];

  test.each<[string, Partial<Request>, string | null]>([
    ['by payment mode', { paymentMode: 'COD', codAmount: 1_000 }, 'cash'],
    ['by zone', { dropPincode: '302001' }, 'far'],
    ['by weight', {}, 'light'],
    ['none', { packages: [{ weightGrams: 600, lengthCm: 1, breadthCm: 1, heightCm: 1 }] }, null],
  ])('%s', async (_, overrides, name) => {
    expect((await dryRun({ rules, ...overrides })).rule?.name ?? null).toBe(name);
  });
});

describe('the trace says for each of the twelve carriers', () => {
  test('its place with the rule, or why it is out', async () => {
    const { trace } = await dryRun({
      rules: [{ name: 'own', strategy: 'PRIORITY', carriers: ['bluedart-air'] }],
      dropPincode: '744101',
    });
    expect(trace.map(({ carrierId }) => carrierId).toSorted()).toEqual(
      carriers.map(({ carrierId }) => carrierId).toSorted(),
    );
    const reasons = Object.fromEntries(trace.map(({ carrierId, reason }) => [carrierId, reason]));
    expect(reasons).toMatchObject({
      'bluedart-air': expect.stringMatching(/^rule 1 \(own\), by priority: ₹/),
      'delhivery-surface': 'rule 1 (own) does not list it',
      'bluedart-surface': 'pincode 744101 is not serviceable for delivery',
      'indiapost-surface': 'no account with this courier is connected',
    });
  });

  test('nobody left is an answer with its reasons, not an error', async () => {
    const { candidates, trace } = await dryRun({
      packages: [{ weightGrams: 900_000, lengthCm: 1, breadthCm: 1, heightCm: 1 }],
    });
    expect(candidates).toEqual([]);
    expect(trace.every(({ place }) => place === null)).toBe(true);
  });

  test('no COD, and a weight over the limit', async () => {
    const cod = { paymentMode: 'COD' as const, codAmount: 500, dropPincode: '744101' };
    expect(await reasonOf('bluedart-air', cod)).toBe('no cash on delivery at pincode 744101');
    const heavy = { packages: [{ weightGrams: 30_000, lengthCm: 1, breadthCm: 1, heightCm: 1 }] };
    expect(await reasonOf('delhivery-air', heavy)).toBe('weight 30000 g is over the limit of 20000 g');
  });
});

describe('rules of an organization', () => {
  test('decide its bookings, live and test, and nobody else’s', async () => {
    const organizationId = newId('organization');
    const rules = [{ conditions: {}, strategy: 'PRIORITY' as const, carriers: ['bluedart-air', 'delhivery-surface'] }];
    expect(await rates.call(putAllocationRules, systemContext(), { organizationId, rules })).toEqual(rules);
    expect(await rates.call(getAllocationRules, systemContext(), { organizationId })).toEqual(rules);
    for (const tenant of [organizationId, testTenantOf(organizationId)]) {
      const { candidates } = await rates.call(allocateCarriers, organizationContext(tenant), parcel());
      expect(candidates.map(({ carrierId }) => carrierId)).toEqual(['bluedart-air', 'delhivery-surface']);
    }
    const other = await rates.call(allocateCarriers, anyMerchant(), parcel());
    expect(other.candidates).toHaveLength(4);
    await rates.call(putAllocationRules, systemContext(), { organizationId, rules: [] });
    const without = await rates.call(allocateCarriers, organizationContext(organizationId), parcel());
    expect(without.candidates).toHaveLength(4);
  });

  test('are what a dry run without rules goes by, and a booking does as the dry run said', async () => {
    const context = anyMerchant();
    const { organizationId } = context;
    const rules = [{ conditions: {}, strategy: 'FASTEST' as const, carriers: ['BLUEDART'] }];
    await rates.call(putAllocationRules, systemContext(), { organizationId, rules });
    const dry = await dryRun({}, context);
    const booking = await rates.call(allocateCarriers, context, parcel());
    expect(dry.candidates.map(({ carrierId }) => carrierId)).toEqual(
      booking.candidates.map(({ carrierId }) => carrierId),
    );
    expect(dry.trace.map(({ reason }) => reason)).toEqual(booking.trace.map(({ reason }) => reason));
  });

  test('do not hold against a carrier that the merchant names', async () => {
    const rules = [{ strategy: 'PRIORITY' as const, carriers: ['bluedart-air'] }];
    expect(await order(rules, { carrierId: 'delhivery-surface' })).toEqual(['delhivery-surface']);
  });

  test('of an unknown organization are not found', async () => {
    const input = { organizationId: unknownOrganization };
    await expect(rates.call(getAllocationRules, systemContext(), input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(rates.call(putAllocationRules, systemContext(), { ...input, rules: [] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a courier in bad health', () => {
  const report = (overrides: object) =>
    broadcast(rates.bus, courierHealthBroadcast.name, {
      reporter: 'test',
      couriers: [
        {
          courier: 'delhivery',
          mode: 'live',
          succeeded: 0,
          failed: 0,
          durationsMs: { sum: 0, counts: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
          isCircuitOpen: false,
          ...overrides,
        },
      ],
    });

  test('is left out by a rule that asks for a success rate, and by no other', async () => {
    report({ succeeded: 60, failed: 40, durationsMs: { sum: 100, counts: [100, 0, 0, 0, 0, 0, 0, 0, 0] } });
    const rules = [{ strategy: 'CHEAPEST' as const, minSuccessRate: 0.9 }];
    await eventually(async () => expect(await order(rules)).toEqual(['bluedart-surface', 'bluedart-air']));
    expect(await reasonOf('delhivery-air', { rules })).toBe('rule 1 asks for a success rate of 90 %, it has 60 %');
    expect(await order([{ strategy: 'CHEAPEST', minSuccessRate: 0.5 }])).toHaveLength(4);
    expect(await order([{ strategy: 'CHEAPEST' }])).toHaveLength(4);
  });

  test('whose circuit is open is out of every allocation of its account, and of no other', async () => {
    report({ isCircuitOpen: true });
    await eventually(async () => expect(await order([])).toEqual(['bluedart-surface', 'bluedart-air']));
    expect(await reasonOf('delhivery-surface', {})).toBe('circuit open');
    const ofTest = await dryRun({}, organizationContext(testTenantOf(newId('organization'))));
    expect(ofTest.candidates).toHaveLength(4);
    report({ isCircuitOpen: false });
    await eventually(async () => expect(await order([])).toHaveLength(4));
  });
});

describe('insurance and delivery by OTP', () => {
  test('are priced where the card has a price, and leave nobody out', async () => {
    const plain = await dryRun();
    const both = await dryRun({ isInsured: true, isOtpDelivery: true });
    expect(both.candidates).toHaveLength(plain.candidates.length);
    expect(plain.candidates.every(({ vasCharge }) => vasCharge === 0)).toBe(true);
    expect(both.candidates.every(({ vasCharge }) => vasCharge > 0)).toBe(true);
  });
});

test('COD without an amount is a field error', async () => {
  await expect(dryRun({ paymentMode: 'COD' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: { codAmount: ['is required when paymentMode is COD'] },
  });
});
