import { describe, expect, test } from 'vitest';
import type { RateCardDocument } from '../cards/rate-plan-document.ts';
import { cardDocument, cardOf, everywhere, planOf } from './card.fixture.ts';
import { type Consignment, priceConsignment } from './price-consignment.ts';

const price = (consignment: Partial<Consignment> = {}, card: Partial<RateCardDocument> = {}) => {
  const plan = planOf(cardDocument(card));
  return priceConsignment(cardOf(plan, 'delhivery-surface'), plan.gstBasisPoints, {
    zone: 'METRO',
    shipmentType: 'FORWARD',
    paymentMode: 'PREPAID',
    isQcRequired: false,
    invoiceValuePaise: 100_000,
    codAmountPaise: 100_000,
    actualGrams: 400,
    volumeCm3: 0,
    vasServiceIds: [],
    optionalServiceIds: [],
    ...consignment,
  });
};

describe('freight', () => {
  test('the first slab holds up to its weight, GST comes on top', () => {
    expect(price()).toEqual({
      kind: 'priced',
      basePaise: 2_000,
      chargeableWeightGrams: 500,
      volumetricWeightGrams: 0,
      price: {
        freightPaise: 2_000,
        codPaise: 0,
        vasPaise: 0,
        gstPaise: 360,
        totalPaise: 2_360,
        rtoPaise: 1_180,
      },
    });
  });

  test('every begun step is charged', () => {
    expect(price({ actualGrams: 1_001 })).toMatchObject({ basePaise: 4_000, chargeableWeightGrams: 1_500 });
  });

  test('the volumetric weight counts when it is the larger', () => {
    expect(price({ volumeCm3: 30 * 20 * 10 })).toMatchObject({
      basePaise: 4_000,
      volumetricWeightGrams: 1_200,
      chargeableWeightGrams: 1_500,
    });
  });

  test('of several base weights the cheapest is charged, and the smallest slab is the chargeable weight', () => {
    const heavy = {
      forward: {
        bases: [
          { uptoGrams: 500, first: everywhere(20), additional: { stepGrams: 500, perStep: everywhere(10) } },
          { uptoGrams: 2_000, first: everywhere(35), additional: { stepGrams: 1_000, perStep: everywhere(12) } },
        ],
      },
    };
    expect(price({ actualGrams: 1_000 }, heavy)).toMatchObject({ basePaise: 3_000, chargeableWeightGrams: 1_000 });
    expect(price({ actualGrams: 1_100 }, heavy)).toMatchObject({ basePaise: 3_500, chargeableWeightGrams: 1_500 });
    expect(price({ actualGrams: 2_001 }, heavy)).toMatchObject({ basePaise: 4_700, chargeableWeightGrams: 2_500 });
  });

  test('the minimum comes before the fuel surcharge', () => {
    expect(price({}, { minimumFreight: 30, fuelSurchargePercent: 10 })).toMatchObject({
      basePaise: 2_000,
      price: { freightPaise: 3_300 },
    });
  });

  test('a weight over the limit has no price', () => {
    expect(price({ actualGrams: 20_001 })).toEqual({
      kind: 'unpriced',
      reason: 'weight 20001 g is over the limit of 20000 g',
    });
  });
});

describe('cash on delivery', () => {
  test.each([
    [100_000, 3_000, 'flat, because 2 % of ₹1,000 is less'],
    [200_000, 4_000, '2 % of ₹2,000'],
    [0, 3_000, 'flat without an amount'],
  ])('of %i paise costs %i paise: %s', (codAmountPaise, codPaise) => {
    expect(price({ paymentMode: 'COD', codAmountPaise })).toMatchObject({ price: { codPaise } });
  });

  test('is out on a card without it', () => {
    expect(price({ paymentMode: 'COD' }, { cod: null })).toEqual({ kind: 'unpriced', reason: 'no cash on delivery' });
  });

  test('is never charged on a reverse pickup, which collects no cash', () => {
    expect(price({ paymentMode: 'COD', shipmentType: 'REVERSE' })).toMatchObject({ price: { codPaise: 0 } });
  });
});

describe('other directions', () => {
  test('reverse is priced by its own lane, with and without QC, and has no return to origin', () => {
    expect(price({ shipmentType: 'REVERSE' })).toMatchObject({ price: { freightPaise: 2_400, rtoPaise: 0 } });
    expect(price({ shipmentType: 'REVERSE', isQcRequired: true })).toMatchObject({ price: { freightPaise: 3_900 } });
  });

  test('an exchange is forward and reverse together', () => {
    expect(price({ shipmentType: 'EXCHANGE' })).toMatchObject({ price: { freightPaise: 4_400 } });
  });

  test('a card without reverse prices neither reverse nor exchange', () => {
    const unpriced = { kind: 'unpriced', reason: 'no price for reverse' };
    expect(price({ shipmentType: 'REVERSE' }, { reverse: null })).toEqual(unpriced);
    expect(price({ shipmentType: 'EXCHANGE' }, { reverse: null })).toEqual(unpriced);
  });

  test('a card without a price for returns charges none', () => {
    expect(price({}, { rto: null })).toMatchObject({ price: { rtoPaise: 0 } });
  });
});

describe('value-added services', () => {
  test('cost their flat part and their share of the invoice value, once however often named', () => {
    expect(price({ vasServiceIds: ['insurance', 'insurance'] })).toMatchObject({
      price: { vasPaise: 600, gstPaise: 468, totalPaise: 3_068 },
    });
  });

  test('that a flag asks for are charged where the card has them, once beside the same id, and left out where it has not', () => {
    expect(price({ optionalServiceIds: ['insurance', 'gift-wrap'] })).toMatchObject({ price: { vasPaise: 600 } });
    expect(price({ optionalServiceIds: ['insurance'], vasServiceIds: ['insurance'] })).toMatchObject({
      price: { vasPaise: 600 },
    });
  });

  test('that the carrier does not offer leave it without a price', () => {
    expect(price({ vasServiceIds: ['gift-wrap'] })).toEqual({
      kind: 'unpriced',
      reason: 'no value-added service gift-wrap',
    });
  });
});
