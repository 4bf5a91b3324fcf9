import { FreightError, priceWithVersion } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import { compileRatePlan, type RatePlan } from '../cards/compile-rate-plan.ts';
import { findDocument } from '../cards/rate-plan.store.ts';
import { ratePlanDocument } from '../cards/rate-plan-document.ts';
import type { Deps } from '../deps.ts';
import type { Tables } from '../tables.ts';
import { priceConsignment } from './price-consignment.ts';
import { shareOf } from './rounding.ts';

/** Rare, and often of a version that no quote uses any more: it is read from the database each time. */
export const priceWithVersionHandler = implement(
  priceWithVersion,
  async ({ db }: Deps, _context, { rateCardVersion, carrierId, weightGrams, codPaise, vasPaise, ...parcel }) => {
    const plan = await planOfVersion(db, rateCardVersion);
    const card = [...(plan?.cards.values() ?? [])].find((one) => one.carrierId === carrierId);
    if (plan === undefined || card === undefined) {
      throw new FreightError('NOT_FOUND', { message: `No card of ${carrierId} in version ${rateCardVersion}` });
    }
    const priced = priceConsignment(card, plan.gstBasisPoints, {
      ...parcel,
      actualGrams: weightGrams,
      // The courier's weight is what it bills: the larger of what it weighed and what it measured.
      volumeCm3: 0,
      paymentMode: 'PREPAID',
      codAmountPaise: 0,
      invoiceValuePaise: 0,
      vasServiceIds: [],
      optionalServiceIds: [],
    });
    if (priced.kind === 'unpriced') throw new FreightError('INVALID_STATE', { message: priced.reason });
    const { freightPaise, rtoPaise } = priced.price;
    const netPaise = freightPaise + codPaise + vasPaise;
    const gstPaise = shareOf(netPaise, plan.gstBasisPoints);
    return {
      chargeableWeightGrams: priced.chargeableWeightGrams,
      price: { freightPaise, codPaise, vasPaise, gstPaise, totalPaise: netPaise + gstPaise, rtoPaise },
    };
  },
);

/** `<plan>@<version>`, superseded ones included. */
const planOfVersion = async (db: Db<Tables>, rateCardVersion: string): Promise<RatePlan | undefined> => {
  const [, planId, version] = /^(.+)@(\d{1,9})$/.exec(rateCardVersion) ?? [];
  if (planId === undefined) return undefined;
  const document = await findDocument(db, planId, Number(version));
  return document === undefined ? undefined : compileRatePlan(rateCardVersion, ratePlanDocument.parse(document));
};
