import type { AllocationRule } from '@freight/contracts';
import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export const listAllocationRules = (db: Db<Tables>) =>
  db.selectFrom('allocation_rules').select(['organization_id', 'rules']).execute();

export const putAllocationRulesRow = async (
  db: Db<Tables>,
  organizationId: string,
  rules: readonly AllocationRule[],
): Promise<void> => {
  const stored = JSON.stringify(rules);
  await db
    .insertInto('allocation_rules')
    .values({ organization_id: organizationId, rules: stored })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ rules: stored, updated_at: sql`now()` }))
    .execute();
};
