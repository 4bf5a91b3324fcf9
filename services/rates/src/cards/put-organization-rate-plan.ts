import { FreightError, organizationOfTenant, putOrganizationRatePlan } from '@freight/contracts';
import { isForeignKeyViolation } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { putAssignment } from './assignment.store.ts';

export const putOrganizationRatePlanHandler = implement(
  putOrganizationRatePlan,
  async (deps: Deps, context, { organizationId, ratePlanId }) => {
    await requireOrganization(deps, context, organizationId);
    const row = await putAssignment(deps.db, organizationOfTenant(organizationId), ratePlanId).catch(refuseUnknownPlan);
    await deps.announceChange();
    return { organizationId, ratePlanId, isAssigned: true, assignedAt: row.assigned_at.toISOString() };
  },
);

const refuseUnknownPlan = (error: unknown): never => {
  if (!isForeignKeyViolation(error)) throw error;
  throw new FreightError('VALIDATION_FAILED', { errors: { ratePlanId: ['there is no such rate plan'] } });
};
