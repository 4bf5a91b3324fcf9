import { getOrganizationRatePlan, organizationOfTenant } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { findAssignment } from './assignment.store.ts';

export const getOrganizationRatePlanHandler = implement(
  getOrganizationRatePlan,
  async (deps: Deps, context, { organizationId }) => {
    await requireOrganization(deps, context, organizationId);
    const row = await findAssignment(deps.db, organizationOfTenant(organizationId));
    return {
      organizationId,
      ratePlanId: row?.rate_plan_id ?? deps.snapshot().defaultPlanId,
      isAssigned: row !== undefined,
      assignedAt: row?.assigned_at.toISOString() ?? null,
    };
  },
);
