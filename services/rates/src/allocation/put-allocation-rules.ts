import { organizationOfTenant, putAllocationRules } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { requireOrganization } from '../organizations/require-organization.ts';
import { putAllocationRulesRow } from './allocation-rules.store.ts';

export const putAllocationRulesHandler = implement(
  putAllocationRules,
  async (deps: Deps, context, { organizationId, rules }) => {
    await requireOrganization(deps, context, organizationId);
    await putAllocationRulesRow(deps.db, organizationOfTenant(organizationId), rules);
    await deps.announceChange();
    return rules;
  },
);
