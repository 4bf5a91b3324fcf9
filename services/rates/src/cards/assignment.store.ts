import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';

export const listAssignments = (db: Db<Tables>) =>
  db.selectFrom('rate_plan_assignments').select(['organization_id', 'rate_plan_id']).execute();

export type AssignmentRow = { organization_id: string; rate_plan_id: string; assigned_at: Date };

/** Undefined while the organization has no plan of its own. */
export const findAssignment = (db: Db<Tables>, organizationId: string): Promise<AssignmentRow | undefined> =>
  db
    .selectFrom('rate_plan_assignments')
    .select(['organization_id', 'rate_plan_id', 'assigned_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();

/** Throws a foreign key violation when there is no such plan. */
export const putAssignment = (db: Db<Tables>, organizationId: string, ratePlanId: string): Promise<AssignmentRow> =>
  db
    .insertInto('rate_plan_assignments')
    .values({ organization_id: organizationId, rate_plan_id: ratePlanId })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({ rate_plan_id: ratePlanId, assigned_at: sql`now()` }),
    )
    .returning(['organization_id', 'rate_plan_id', 'assigned_at'])
    .executeTakeFirstOrThrow();
