import { type AllocationRule, type CarrierId, type CourierCode, organizationOfTenant } from '@freight/contracts';
import type { CourierCapabilities } from '@freight/couriers/capabilities';
import type { RatePlan } from '../cards/compile-rate-plan.ts';
import type { PincodeTable } from '../pincodes/pincode-table.ts';
import type { ServiceAreas } from '../serviceability/service-areas.ts';
import type { ServiceTable } from '../serviceability/service-table.ts';

/** Everything that a quote reads, in memory. It is replaced as a whole; only `services` is changed in place, see there. */
export type Snapshot = {
  pincodes: PincodeTable;
  pincodeSource: { source: string; importedAt: Date | null };
  services: ServiceTable;
  serviceAreas: ServiceAreas;
  /** What the couriers that we are connected to can do; a courier that is missing here has no account. */
  couriers: Partial<Record<CourierCode, CourierCapabilities>>;
  switchedOff: ReadonlySet<CarrierId>;
  plans: ReadonlyMap<string, readonly EffectivePlan[]>;
  planOfOrganization: ReadonlyMap<string, string>;
  defaultPlanId: string;
  rulesOfOrganization: ReadonlyMap<string, readonly AllocationRule[]>;
};

/** Versions of one plan are sorted by the moment from which they hold, the newest first. */
export type EffectivePlan = { effectiveFrom: Date; plan: RatePlan };

/**
 * The plan that prices an organization's shipments at a moment: of its assigned plan, or the default one, the newest version
 * that has taken effect. Live and test data of an organization have the same prices. Undefined before the first version holds.
 */
export const ratePlanOf = (snapshot: Snapshot, organizationId: string, at: Date): RatePlan | undefined => {
  const planId = snapshot.planOfOrganization.get(organizationOfTenant(organizationId)) ?? snapshot.defaultPlanId;
  return snapshot.plans.get(planId)?.find(({ effectiveFrom }) => effectiveFrom <= at)?.plan;
};

/** The rules of an organization, for its live and its test data; none = the cheapest first. */
export const rulesOf = (snapshot: Snapshot, organizationId: string): readonly AllocationRule[] =>
  snapshot.rulesOfOrganization.get(organizationOfTenant(organizationId)) ?? noRules;

const noRules: readonly AllocationRule[] = [];
