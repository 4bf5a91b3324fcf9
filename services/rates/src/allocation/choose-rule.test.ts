import { type AllocationRule, allocationRule } from '@freight/contracts';
import { describe, expect, test } from 'vitest';
import { chooseRule, type RuledLane, ruleName } from './choose-rule.ts';

const lane = (overrides: Partial<RuledLane['parcel']> = {}, pickupPincode = '400001'): RuledLane => ({
  zone: 'METRO',
  pickupPincode,
  parcel: {
    shipmentType: 'FORWARD',
    paymentMode: 'COD',
    isQcRequired: false,
    invoiceValuePaise: 100_000,
    codAmountPaise: 100_000,
    actualGrams: 500,
    volumeCm3: 0,
    vasServiceIds: [],
    optionalServiceIds: [],
    packageCount: 1,
    ...overrides,
  },
});

const rule = (conditions: AllocationRule['conditions'], name?: string): AllocationRule => ({
  ...(name === undefined ? {} : { name }),
  conditions,
  strategy: 'CHEAPEST',
});

describe('a condition', () => {
  test.each<[string, AllocationRule['conditions'], boolean]>([
    ['none at all', {}, true],
    ['of the zone', { zone: 'METRO' }, true],
    ['of several zones', { zone: ['LOCAL', 'METRO'] }, true],
    ['of another zone', { zone: ['LOCAL', 'ROI'] }, false],
    ['of the payment mode', { paymentMode: 'COD' }, true],
    ['of the other payment mode', { paymentMode: 'PREPAID' }, false],
    ['of the shipment type', { shipmentType: ['FORWARD', 'EXCHANGE'] }, true],
    ['of another shipment type', { shipmentType: 'REVERSE' }, false],
    ['of a weight range, its ends included', { weightGrams: { min: 500, max: 500 } }, true],
    ['of less weight', { weightGrams: { max: 499 } }, false],
    ['of more weight', { weightGrams: { min: 501 } }, false],
    ['of a value range in INR, its ends included', { invoiceValue: { min: 1_000, max: 1_000 } }, true],
    ['of less value', { invoiceValue: { max: 999.99 } }, false],
    ['of the pickup pincode', { pickupPincode: '400001' }, true],
    ['of the first digits of the pickup pincode', { pickupPincode: ['110', '400'] }, true],
    ['of another pickup pincode', { pickupPincode: '400002' }, false],
    ['that holds beside one that does not', { zone: 'METRO', paymentMode: 'PREPAID' }, false],
  ])('%s', (_, conditions, isChosen) => {
    expect(chooseRule([rule(conditions)], lane()) !== undefined).toBe(isChosen);
  });
});

test('the first rule that holds decides', () => {
  const rules = [rule({ zone: 'LOCAL' }), rule({ zone: 'METRO' }, 'metro'), rule({}, 'rest')];
  const chosen = chooseRule(rules, lane());
  expect(chosen && ruleName(chosen)).toBe('rule 2 (metro)');
  expect(chooseRule([], lane())).toBeUndefined();
});

describe('a rule is refused', () => {
  test.each([
    ['with PRIORITY and no carriers', { strategy: 'PRIORITY' }, 'carriers'],
    ['with a carrier that is none', { strategy: 'CHEAPEST', carriers: ['pigeon-air'] }, 'carriers.0'],
    [
      'with a range that ends before it begins',
      { strategy: 'CHEAPEST', conditions: { weightGrams: { min: 2, max: 1 } } },
      'conditions.weightGrams',
    ],
    ['with a zone that is none', { strategy: 'CHEAPEST', conditions: { zone: 'MOON' } }, 'conditions.zone'],
    ['with a strategy that is none', { strategy: 'RANDOM' }, 'strategy'],
    ['with a share above all', { strategy: 'CHEAPEST', minSuccessRate: 1.1 }, 'minSuccessRate'],
  ])('%s', (_, refused, path) => {
    const parsed = allocationRule.safeParse(refused);
    expect(parsed.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
