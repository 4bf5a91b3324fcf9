import {
  type AllocationTrace,
  type Candidate,
  type Carrier,
  type CourierCode,
  type FieldErrors,
  FreightError,
  findCarrier,
  findCourierByBrand,
  toInr,
} from '@freight/contracts';
import type { RatePlan } from '../cards/compile-rate-plan.ts';
import type { Assessment, Possible } from './assess-carriers.ts';
import { type ChosenRule, ruleName } from './choose-rule.ts';
import { type CarrierFilter, isPreferred, notServiceable } from './pick-carriers.ts';

export type Ranking = { candidates: Candidate[]; trace: AllocationTrace };

export type RankingWish = {
  filter: CarrierFilter;
  preferredCourier: string | undefined;
  /** The organization's rule for this lane; undefined = the cheapest first. */
  chosen: ChosenRule | undefined;
  /** Share of the courier's calls that succeeded lately; null where nothing is known, which no rule holds against it. */
  successRateOf: (courier: CourierCode) => number | null;
};

/**
 * Puts the carriers in the order in which booking tries them: the preferred courier first, then as the rule says; of equals the
 * cheaper, then the faster, then by name, so that the same question always has the same answer. The trace has a line for every
 * carrier. Nobody left is an empty list; `refuseNobody` makes an error of it.
 */
export const rankCarriers = (
  plan: RatePlan | undefined,
  assessments: readonly Assessment[],
  wish: RankingWish,
): Ranking => {
  const judged = assessments.map((assessment) => judge(assessment, wish));
  const able = judged.filter((one) => one.kind === 'able').toSorted(byPreferenceThenRule(wish.chosen));
  const unable = judged.filter((one) => one.kind === 'unable');
  return {
    candidates: plan === undefined ? [] : able.map((one) => toCandidate(one, plan)),
    trace: [
      ...able.map((one, index) => ({
        carrierId: one.carrierId,
        place: index + 1,
        reason: placeReason(one, wish.chosen),
        totalPaise: totalOf(one),
      })),
      ...unable.map(({ carrierId, reason, totalPaise }) => ({ carrierId, place: null, reason, totalPaise })),
    ],
  };
};

/** @throws FreightError CARRIER_NOT_SERVICEABLE when what was named leaves nobody, NO_CARRIER_AVAILABLE when nobody can */
export const refuseNobody = ({ candidates, trace }: Ranking, filter: CarrierFilter): void => {
  if (candidates.length > 0) return;
  if (filter.isNamed) {
    const named = trace.filter(({ carrierId }) => isNamed(filter, carrierId));
    const reasons = named.map(({ carrierId, reason }) => `${carrierId}: ${reason}`).join('; ');
    throw notServiceable(reasons || 'No such carrier');
  }
  const errors: FieldErrors = {};
  for (const { carrierId, reason } of trace) errors[carrierId] = [reason];
  throw new FreightError('NO_CARRIER_AVAILABLE', { errors });
};

const isNamed = (filter: CarrierFilter, carrierId: string): boolean => {
  const carrier = findCarrier(carrierId);
  return carrier !== undefined && filter.admits(carrier);
};

type Able = { kind: 'able'; carrierId: string; possible: Possible; isPreferred: boolean; priority: number };
type Unable = { kind: 'unable'; carrierId: string; reason: string; totalPaise: number | null };

const judge = ({ carrier, outcome }: Assessment, wish: RankingWish): Able | Unable => {
  const { carrierId } = carrier;
  const { filter, chosen, preferredCourier } = wish;
  if (outcome.kind === 'out') return { kind: 'unable', carrierId, reason: outcome.reason, totalPaise: null };
  const unable = (reason: string): Unable => ({
    kind: 'unable',
    carrierId,
    reason,
    totalPaise: outcome.priced.price.totalPaise,
  });
  if (!filter.admits(carrier)) return unable('another carrier was named');
  if (outcome.unavailable !== null) return unable(outcome.unavailable);
  // A carrier that the merchant names goes before what the rules say of carriers.
  const barred = filter.isNamed || chosen === undefined ? undefined : barredBy(chosen, carrier, wish);
  if (barred !== undefined) return unable(barred);
  return {
    kind: 'able',
    carrierId,
    possible: outcome,
    isPreferred: isPreferred(preferredCourier, carrier),
    priority: priorityOf(chosen, carrier),
  };
};

/** Why a rule leaves a carrier out; undefined when it does not. */
const barredBy = (chosen: ChosenRule, carrier: Carrier, { successRateOf }: RankingWish): string | undefined => {
  const { carriers, minSuccessRate } = chosen.rule;
  if (carriers !== undefined && !carriers.some((spelling) => means(spelling, carrier))) {
    return `${ruleName(chosen)} does not list it`;
  }
  const rate = minSuccessRate === undefined ? null : successRateOf(carrier.courier);
  if (minSuccessRate === undefined || rate === null || rate >= minSuccessRate) return undefined;
  return `${ruleName(chosen)} asks for a success rate of ${percent(minSuccessRate)}, it has ${percent(rate)}`;
};

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

const means = (spelling: string, carrier: Carrier): boolean =>
  findCarrier(spelling)?.carrierId === carrier.carrierId || findCourierByBrand(spelling) === carrier.courier;

/** Place in a PRIORITY rule's list; what it does not list comes after, which only a named carrier can. */
const priorityOf = (chosen: ChosenRule | undefined, carrier: Carrier): number => {
  if (chosen?.rule.strategy !== 'PRIORITY') return 0;
  const listed = chosen.rule.carriers ?? [];
  const place = listed.findIndex((spelling) => means(spelling, carrier));
  return place === -1 ? listed.length : place;
};

const totalOf = ({ possible }: Able): number => possible.priced.price.totalPaise;

const byPreferenceThenRule =
  (chosen: ChosenRule | undefined) =>
  (a: Able, b: Able): number =>
    Number(b.isPreferred) - Number(a.isPreferred) ||
    a.priority - b.priority ||
    (chosen?.rule.strategy === 'FASTEST' ? a.possible.eddDays - b.possible.eddDays : 0) ||
    totalOf(a) - totalOf(b) ||
    a.possible.eddDays - b.possible.eddDays ||
    a.carrierId.localeCompare(b.carrierId, 'en');

const strategyWords = { CHEAPEST: 'by price', FASTEST: 'by days', PRIORITY: 'by priority' } as const;

const placeReason = (one: Able, chosen: ChosenRule | undefined): string => {
  const order = one.isPreferred ? 'preferred courier' : strategyWords[chosen?.rule.strategy ?? 'CHEAPEST'];
  const by = chosen === undefined || one.isPreferred ? order : `${ruleName(chosen)}, ${order}`;
  return `${by}: ₹${toInr(totalOf(one)).toFixed(2)}, ${one.possible.eddDays} days`;
};

const toCandidate = ({ carrierId, possible: { zone, priced, eddDays } }: Able, plan: RatePlan): Candidate => ({
  carrierId,
  zone,
  chargeableWeightGrams: priced.chargeableWeightGrams,
  volumetricWeightGrams: priced.volumetricWeightGrams,
  rateCardVersion: plan.version,
  price: priced.price,
  eddDays,
});
