import { type AllocationTrace, type Candidate, type FieldErrors, FreightError, toInr } from '@freight/contracts';
import type { RatePlan } from '../cards/compile-rate-plan.ts';
import type { Assessment, Possible } from './assess-carriers.ts';
import { type CarrierFilter, isPreferred, notServiceable } from './pick-carriers.ts';

export type Ranking = { candidates: Candidate[]; trace: AllocationTrace };

/**
 * Puts the carriers in the order in which booking tries them: the preferred courier first, then the cheapest; of equal prices
 * the faster, then by name, so that the same question always has the same answer. The trace has a line for every carrier.
 *
 * @throws FreightError CARRIER_NOT_SERVICEABLE when what was named leaves nobody, NO_CARRIER_AVAILABLE when nobody can
 */
export const rankCarriers = (
  plan: RatePlan | undefined,
  assessments: readonly Assessment[],
  filter: CarrierFilter,
  preferredCourier: string | undefined,
): Ranking => {
  const judged = assessments.map((assessment) => judge(assessment, filter, preferredCourier));
  const able = judged.filter((one) => one.kind === 'able').toSorted(byPreferenceThenPrice);
  const unable = judged.filter((one) => one.kind === 'unable');
  if (plan === undefined || able.length === 0) throw nobody(unable, filter);
  return {
    candidates: able.map((one) => toCandidate(one, plan)),
    trace: [
      ...able.map((one, index) => ({
        carrierId: one.carrierId,
        place: index + 1,
        reason: placeReason(one),
        totalPaise: totalOf(one),
      })),
      ...unable.map(({ carrierId, reason, totalPaise }) => ({ carrierId, place: null, reason, totalPaise })),
    ],
  };
};

type Able = { kind: 'able'; carrierId: string; possible: Possible; isPreferred: boolean };
type Unable = { kind: 'unable'; carrierId: string; reason: string; totalPaise: number | null; isNamed: boolean };

const judge = (
  { carrier, outcome }: Assessment,
  filter: CarrierFilter,
  preferredCourier: string | undefined,
): Able | Unable => {
  const { carrierId } = carrier;
  const isNamed = filter.admits(carrier);
  if (outcome.kind === 'out') return { kind: 'unable', carrierId, reason: outcome.reason, totalPaise: null, isNamed };
  const { totalPaise } = outcome.priced.price;
  if (!isNamed) return { kind: 'unable', carrierId, reason: 'another carrier was named', totalPaise, isNamed };
  if (!outcome.isSwitchedOn) return { kind: 'unable', carrierId, reason: 'switched off', totalPaise, isNamed };
  return { kind: 'able', carrierId, possible: outcome, isPreferred: isPreferred(preferredCourier, carrier) };
};

const totalOf = ({ possible }: Able): number => possible.priced.price.totalPaise;

const byPreferenceThenPrice = (a: Able, b: Able): number =>
  Number(b.isPreferred) - Number(a.isPreferred) ||
  totalOf(a) - totalOf(b) ||
  a.possible.eddDays - b.possible.eddDays ||
  a.carrierId.localeCompare(b.carrierId, 'en');

const placeReason = (one: Able): string =>
  `${one.isPreferred ? 'preferred courier' : 'by price'}: ₹${toInr(totalOf(one)).toFixed(2)}, ${one.possible.eddDays} days`;

const toCandidate = ({ carrierId, possible: { zone, priced, eddDays } }: Able, plan: RatePlan): Candidate => ({
  carrierId,
  zone,
  chargeableWeightGrams: priced.chargeableWeightGrams,
  volumetricWeightGrams: priced.volumetricWeightGrams,
  rateCardVersion: plan.version,
  price: priced.price,
  eddDays,
});

const nobody = (unable: readonly Unable[], filter: CarrierFilter): FreightError => {
  const named = unable.filter(({ isNamed }) => isNamed);
  if (filter.isNamed) {
    return notServiceable(
      named.map(({ carrierId, reason }) => `${carrierId}: ${reason}`).join('; ') || 'No such carrier',
    );
  }
  const errors: FieldErrors = {};
  for (const { carrierId, reason } of unable) errors[carrierId] = [reason];
  return new FreightError('NO_CARRIER_AVAILABLE', { errors });
};
