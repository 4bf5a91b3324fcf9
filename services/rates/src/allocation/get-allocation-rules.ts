import { getAllocationRules } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { rulesOf } from '../snapshot/snapshot.ts';

export const getAllocationRulesHandler = implement(
  getAllocationRules,
  async (deps: Deps, context, { organizationId }) => {
    await requireOrganization(deps, context, organizationId);
    return [...rulesOf(deps.snapshot(), organizationId)];
  },
);
