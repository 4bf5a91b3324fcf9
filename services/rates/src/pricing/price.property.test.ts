import { readFile } from 'node:fs/promises';
import { carriers, paymentModes, shipmentTypes, zones } from '@freight/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRatePlan } from '../cards/compile-rate-plan.ts';
import { ratePlanDocument } from '../cards/rate-plan-document.ts';
import { cardOf } from './card.fixture.ts';
import { type Consignment, type Priced, priceConsignment } from './price-consignment.ts';

const demo = await readFile(new URL('../../data/demo-rate-plan.json', import.meta.url), 'utf8');
const plan = compileRatePlan('demo@1', ratePlanDocument.parse(JSON.parse(demo)));

const consignments: fc.Arbitrary<Consignment> = fc.record({
  zone: fc.constantFrom(...zones),
  shipmentType: fc.constantFrom(...shipmentTypes),
  paymentMode: fc.constantFrom(...paymentModes),
  isQcRequired: fc.boolean(),
  invoiceValuePaise: fc.nat(100_000_000),
  codAmountPaise: fc.nat(100_000_000),
  actualGrams: fc.double({ min: 0.1, max: 60_000, noNaN: true }),
  volumeCm3: fc.double({ min: 0, max: 300_000, noNaN: true }),
  vasServiceIds: fc.subarray(['otp-delivery', 'insurance']),
  optionalServiceIds: fc.subarray(['otp-delivery', 'insurance']),
});

const priced = (carrierId: (typeof carriers)[number]['carrierId'], consignment: Consignment): Priced | undefined => {
  const result = priceConsignment(cardOf(plan, carrierId), plan.gstBasisPoints, consignment);
  return result.kind === 'priced' ? result : undefined;
};

describe.each(carriers.map(({ carrierId }) => carrierId))('every price of %s', (carrierId) => {
  const holds = (guarantee: (result: Priced, consignment: Consignment) => void) =>
    fc.assert(
      fc.property(consignments, (consignment) => {
        const result = priced(carrierId, consignment);
        if (result !== undefined) guarantee(result, consignment);
      }),
    );

  test('is whole paise and never negative', () => {
    holds(({ price }) => {
      for (const part of Object.values(price)) {
        expect(Number.isSafeInteger(part)).toBe(true);
        expect(part).toBeGreaterThanOrEqual(0);
      }
    });
  });

  test('is the sum of its parts, with 18 % GST on the rest', () => {
    holds(({ price: { freightPaise, codPaise, vasPaise, gstPaise, totalPaise } }) => {
      expect(totalPaise).toBe(freightPaise + codPaise + vasPaise + gstPaise);
      expect(Math.abs(gstPaise - (freightPaise + codPaise + vasPaise) * 0.18)).toBeLessThanOrEqual(0.5);
    });
  });

  test('covers at least the weight of the parcel', () => {
    holds(({ chargeableWeightGrams }, { actualGrams, volumeCm3 }) => {
      expect(chargeableWeightGrams).toBeGreaterThanOrEqual(Math.floor(Math.max(actualGrams, volumeCm3 / 5)));
    });
  });

  test('never falls when the parcel gets heavier', () => {
    holds(({ price }, consignment) => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 5_000, noNaN: true }), (more) => {
          const heavier = priced(carrierId, { ...consignment, actualGrams: consignment.actualGrams + more });
          if (heavier === undefined) return;
          expect(heavier.price.totalPaise).toBeGreaterThanOrEqual(price.totalPaise);
          expect(heavier.price.rtoPaise).toBeGreaterThanOrEqual(price.rtoPaise);
        }),
        { numRuns: 10 },
      );
    });
  });

  test('is never lower for COD than for prepaid', () => {
    holds((_, consignment) => {
      const cod = priced(carrierId, { ...consignment, paymentMode: 'COD' });
      const prepaid = priced(carrierId, { ...consignment, paymentMode: 'PREPAID' });
      expect(cod?.price.totalPaise).toBeGreaterThanOrEqual(prepaid?.price.totalPaise ?? 0);
    });
  });
});
