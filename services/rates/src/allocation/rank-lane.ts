import type { AllocationLane, AllocationRule, Zone } from '@freight/contracts';
import { isTestTenant } from '@freight/contracts';
import type { RatePlan } from '../cards/compile-rate-plan.ts';
import type { Deps } from '../deps.ts';
import type { AccountMode } from '../health/health-window.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { classifyZone } from '../zones/classify-zone.ts';
import { defaultZoneRules } from '../zones/default-zone-rules.ts';
import { findLane } from '../zones/find-lane.ts';
import { assessCarriers } from './assess-carriers.ts';
import { type ChosenRule, chooseRule } from './choose-rule.ts';
import { type NamedCarriers, pickCarriers } from './pick-carriers.ts';
import { type Ranking, rankCarriers } from './rank-carriers.ts';
import { toParcel } from './to-parcel.ts';

export type RankedLane = Ranking & {
  zone: Zone;
  chosen: ChosenRule | undefined;
  filter: ReturnType<typeof pickCarriers>;
};

export type LaneWish = NamedCarriers & { preferredCourier?: string | undefined };

/** `health` null: momentary states (switches, circuits, success rates) do not count. */
export type RankingBasis = {
  snapshot: Snapshot;
  plan: RatePlan | undefined;
  rules: readonly AllocationRule[];
  health: Deps['health'] | null;
  mode: AccountMode;
};

/**
 * The whole decision for one lane: what booking asks for, what a dry run shows and what a replay prices again.
 *
 * @throws FreightError PINCODE_UNKNOWN; CARRIER_NOT_SERVICEABLE for a carrier or brand that does not exist
 */
export const rankLane = (basis: RankingBasis, lane: AllocationLane, wish: LaneWish): RankedLane => {
  const { snapshot, plan, rules, health, mode } = basis;
  const filter = pickCarriers(wish, lane.shipmentType);
  const places = findLane(
    snapshot.pincodes,
    { field: 'pickupPincode', pincode: lane.pickupPincode },
    { field: 'dropPincode', pincode: lane.dropPincode },
  );
  const parcel = toParcel(lane);
  const zone = classifyZone(plan?.zoneRules ?? defaultZoneRules, places.pickup, places.drop);
  const chosen = chooseRule(rules, { zone, pickupPincode: lane.pickupPincode, parcel });
  const assessments = assessCarriers(snapshot, plan, places, parcel, health && { health, mode });
  const ranking = rankCarriers(plan, assessments, {
    filter,
    preferredCourier: wish.preferredCourier,
    chosen,
    successRateOf: (courier) => health?.of(courier, mode).successRate ?? null,
  });
  return { zone, chosen, filter, ...ranking };
};

/** Live and test data are carried by different accounts, whose health differs. */
export const modeOf = (organizationId: string): AccountMode => (isTestTenant(organizationId) ? 'test' : 'live');
