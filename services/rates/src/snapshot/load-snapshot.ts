import type { Db } from '@freight/database';
import { compileRatePlan } from '../cards/compile-rate-plan.ts';
import { listAssignments, listUsableVersions } from '../cards/rate-plan.store.ts';
import { ratePlanDocument } from '../cards/rate-plan-document.ts';
import { listSwitchedOff } from '../carriers/switched-off.store.ts';
import type { Tables } from '../tables.ts';
import type { EffectivePlan, Snapshot } from './snapshot.ts';

/** What comes with the program and not from the database. */
export type StaticParts = Pick<Snapshot, 'pincodes' | 'serviceAreas' | 'couriers'>;

/** Reads everything that quotes need. A stored document that its schema refuses is a bug and fails the whole load. */
export const loadSnapshot = async (db: Db<Tables>, parts: StaticParts): Promise<Snapshot> => {
  const [versions, assignments, switchedOff] = await Promise.all([
    listUsableVersions(db),
    listAssignments(db),
    listSwitchedOff(db),
  ]);
  const plans = new Map<string, EffectivePlan[]>();
  for (const { rate_plan_id: planId, version, effective_from: effectiveFrom, document } of versions) {
    const plan = compileRatePlan(`${planId}@${version}`, ratePlanDocument.parse(document));
    plans.set(planId, [...(plans.get(planId) ?? []), { effectiveFrom, plan }]);
  }
  const defaultPlanId = versions.find(({ is_default: isDefault }) => isDefault)?.rate_plan_id;
  if (defaultPlanId === undefined) throw new Error('there is no default rate plan');
  return {
    ...parts,
    plans,
    defaultPlanId,
    planOfOrganization: new Map(
      assignments.map(({ organization_id, rate_plan_id }) => [organization_id, rate_plan_id]),
    ),
    switchedOff: new Set(switchedOff),
  };
};
