import { allocateCarriers, type CallInputOf, carriers, newId, testTenantOf } from '@freight/contracts';
import { broadcast } from '@freight/messaging';
import { eventually, organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardDocument, everywhere } from '../pricing/card.fixture.ts';
import { anyMerchant, parcel, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';
import { ratesChanged } from '../start.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const allocate = (overrides: Partial<CallInputOf<typeof allocateCarriers>> = {}, context = anyMerchant()) =>
  rates.call(allocateCarriers, context, parcel(overrides));

const order = async (overrides: Partial<CallInputOf<typeof allocateCarriers>> = {}): Promise<string[]> =>
  (await allocate(overrides)).candidates.map(({ carrierId }) => carrierId);

describe('without a name', () => {
  test('candidates stand cheapest first with all parts of their price', async () => {
    const { zone, candidates } = await allocate({ paymentMode: 'COD', codAmountPaise: 100_000 });
    expect(zone).toBe('METRO');
    expect(candidates.map(({ carrierId }) => carrierId)).toEqual([
      'bluedart-surface',
      'delhivery-surface',
      'bluedart-air',
      'delhivery-air',
    ]);
    expect(candidates[1]).toEqual({
      carrierId: 'delhivery-surface',
      zone: 'METRO',
      chargeableWeightGrams: 500,
      volumetricWeightGrams: 100,
      rateCardVersion: 'demo@1',
      price: { freightPaise: 3_300, codPaise: 3_500, vasPaise: 0, gstPaise: 1_224, totalPaise: 8_024, rtoPaise: 3_186 },
      eddDays: 4,
    });
  });

  test('the trace has a line for each of the twelve carriers: its place or why it is out', async () => {
    const { trace } = await allocate({ dropPincode: '744101' });
    expect(trace.map(({ carrierId }) => carrierId).toSorted()).toEqual(
      carriers.map(({ carrierId }) => carrierId).toSorted(),
    );
    expect(trace.slice(0, 3).map(({ place, carrierId }) => [place, carrierId])).toEqual([
      [1, 'delhivery-surface'],
      [2, 'bluedart-air'],
      [3, 'delhivery-air'],
    ]);
    expect(trace.find(({ carrierId }) => carrierId === 'bluedart-surface')).toEqual({
      carrierId: 'bluedart-surface',
      place: null,
      reason: 'pincode 744101 is not serviceable for delivery',
      totalPaise: null,
    });
    expect(trace.find(({ carrierId }) => carrierId === 'ekart-surface')?.reason).toBe(
      'no account with this courier is connected',
    );
  });

  test('the same question has the same answer', async () => {
    expect(await allocate()).toEqual(await allocate());
  });

  test('nobody is an error with the reason per carrier', async () => {
    await expect(
      allocate({ packages: [{ weightGrams: 900_000, lengthCm: 1, breadthCm: 1, heightCm: 1 }] }),
    ).rejects.toMatchObject({
      code: 'NO_CARRIER_AVAILABLE',
      errors: {
        'delhivery-surface': ['weight 900000 g is over the limit of 50000 g'],
        'ekart-surface': ['no account with this courier is connected'],
      },
    });
  });

  test('weights and volumes of all packages are charged together', async () => {
    const box = { weightGrams: 300, lengthCm: 20, breadthCm: 20, heightCm: 10 };
    const { candidates, trace } = await allocate({ packages: [box, box] });
    expect(candidates[0]).toMatchObject({ volumetricWeightGrams: 1_600, chargeableWeightGrams: 2_000 });
    expect(trace.find(({ carrierId }) => carrierId === 'delhivery-surface')?.reason).toBe(
      'no shipment of several packages',
    );
  });

  test('a value-added service that a carrier lacks leaves it out', async () => {
    const { candidates } = await allocate({ vasServiceIds: ['insurance'] });
    expect(candidates[0]?.price.vasPaise).toBe(500);
    await expect(allocate({ vasServiceIds: ['gift-wrap'] })).rejects.toMatchObject({ code: 'NO_CARRIER_AVAILABLE' });
  });
});

describe('a preferred courier', () => {
  test.each([
    ['BLUEDART', ['bluedart-surface', 'bluedart-air', 'delhivery-surface', 'delhivery-air']],
    ['bluedart-air', ['bluedart-air', 'delhivery-surface', 'bluedart-surface', 'delhivery-air']],
    ['BLUEDART_AIR', ['bluedart-air', 'delhivery-surface', 'bluedart-surface', 'delhivery-air']],
  ])('%s is tried first, the others behind it', async (preferredCourier, expected) => {
    expect(await order({ preferredCourier })).toEqual(expected);
  });

  test('that nobody knows changes nothing', async () => {
    expect(await order({ preferredCourier: 'NOBODY' })).toEqual(await order());
  });
});

describe('a named carrier', () => {
  test('is the only candidate, without fail-over', async () => {
    expect(await order({ carrierId: 'bluedart-air' })).toEqual(['bluedart-air']);
    expect(await order({ carrierId: 'BLUEDART_AIR' })).toEqual(['bluedart-air']);
    expect(await order({ carrierBrand: 'BLUEDART' })).toEqual(['bluedart-surface', 'bluedart-air']);
    expect(await order({ serviceType: 'AIR' })).toEqual(['delhivery-air', 'bluedart-air']);
  });

  test.each([
    ['unknown', { carrierId: 'nobody-air' }, 'Carrier nobody-air is unknown'],
    ['not connected', { carrierId: 'ekart-surface' }, 'ekart-surface: no account with this courier is connected'],
    [
      'not serviceable',
      { carrierId: 'bluedart-surface', dropPincode: '744101' },
      'bluedart-surface: pincode 744101 is not serviceable for delivery',
    ],
    [
      'not priced for the weight',
      { carrierId: 'delhivery-air', packages: [{ weightGrams: 30_000, lengthCm: 1, breadthCm: 1, heightCm: 1 }] },
      'delhivery-air: weight 30000 g is over the limit of 20000 g',
    ],
    [
      'not priced for the lane',
      { carrierId: 'delhivery-air', shipmentType: 'REVERSE' as const },
      'delhivery-air: no price for reverse',
    ],
  ])('that is %s is an error that says so', async (_, overrides, message) => {
    await expect(allocate(overrides)).rejects.toMatchObject({ code: 'CARRIER_NOT_SERVICEABLE', message });
  });

  test('that is switched off is an error that says so, and automatic allocation goes round it', async () => {
    await rates.db.insertInto('switched_off_carriers').values({ carrier_id: 'bluedart-air' }).execute();
    broadcast(rates.bus, ratesChanged, null);
    await eventually(async () => {
      await expect(allocate({ carrierId: 'bluedart-air' })).rejects.toMatchObject({
        code: 'CARRIER_NOT_SERVICEABLE',
        message: 'bluedart-air: switched off',
      });
    });
    expect(await order()).toEqual(['delhivery-surface', 'bluedart-surface', 'delhivery-air']);
    await rates.db.deleteFrom('switched_off_carriers').execute();
    broadcast(rates.bus, ratesChanged, null);
    await eventually(async () => expect(await order()).toContain('bluedart-air'));
  });
});

describe('other directions', () => {
  test('a reverse shipment is priced on the reverse lane and has no price for a return', async () => {
    const { candidates } = await allocate({ shipmentType: 'REVERSE' });
    expect(candidates.map(({ carrierId, price }) => [carrierId, price.freightPaise, price.rtoPaise])).toEqual([
      ['delhivery-surface', 3_960, 0],
      ['bluedart-surface', 4_440, 0],
    ]);
  });

  test('a quality check needs a courier that can ask for one', async () => {
    expect(await order({ shipmentType: 'REVERSE', isQcRequired: true })).toEqual(['delhivery-surface']);
  });

  test('an exchange is priced forward and reverse, by couriers that do it in one trip', async () => {
    const { candidates } = await allocate({ shipmentType: 'EXCHANGE' });
    expect(candidates.map(({ carrierId, price }) => [carrierId, price.freightPaise])).toEqual([
      ['delhivery-surface', 3_300 + 3_960],
    ]);
  });
});

describe('rate plans', () => {
  test('an organization with a plan of its own is priced by its newest version that holds, in live and test alike', async () => {
    const organizationId = newId('organization');
    const card = (first: number) => ({
      currency: 'INR',
      gstPercent: 18,
      cards: [
        cardDocument({ forward: { bases: [{ uptoGrams: 20_000, first: everywhere(first), additional: null }] } }),
      ],
    });
    await rates.db.insertInto('rate_plans').values({ id: 'rpl_own', name: 'Own', is_default: false }).execute();
    await rates.db
      .insertInto('rate_plan_versions')
      .values([
        {
          rate_plan_id: 'rpl_own',
          version: 1,
          effective_from: new Date('2026-01-01'),
          document: JSON.stringify(card(10)),
        },
        {
          rate_plan_id: 'rpl_own',
          version: 2,
          effective_from: new Date('2026-02-01'),
          document: JSON.stringify(card(11)),
        },
        {
          rate_plan_id: 'rpl_own',
          version: 3,
          effective_from: new Date('2999-01-01'),
          document: JSON.stringify(card(12)),
        },
      ])
      .execute();
    await rates.db
      .insertInto('rate_plan_assignments')
      .values({ organization_id: organizationId, rate_plan_id: 'rpl_own' })
      .execute();
    broadcast(rates.bus, ratesChanged, null);

    for (const tenant of [organizationId, testTenantOf(organizationId)]) {
      await eventually(async () => {
        const { candidates } = await allocate({}, organizationContext(tenant));
        expect(
          candidates.map(({ carrierId, rateCardVersion, price }) => [carrierId, rateCardVersion, price.freightPaise]),
        ).toEqual([['delhivery-surface', 'rpl_own@2', 1_100]]);
      });
    }
    expect((await allocate()).candidates[0]?.rateCardVersion).toBe('demo@1');
  });

  test('a version that prices shipments can neither be changed nor removed', async () => {
    await expect(rates.db.deleteFrom('rate_plan_versions').execute()).rejects.toThrow('permission denied');
    await expect(rates.db.updateTable('rate_plan_versions').set({ version: 2 }).execute()).rejects.toThrow(
      'permission denied',
    );
  });
});
