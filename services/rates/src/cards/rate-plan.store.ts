import type { Db } from '@freight/database';
import { sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { RatePlanDocument } from './rate-plan-document.ts';

export type DefaultPlan = { id: string; name: string; effectiveFrom: Date; document: RatePlanDocument };

/** Makes a plan the default with its version 1, unless there is a default plan already. */
export const insertDefaultPlan = async (db: Db<Tables>, plan: DefaultPlan): Promise<void> => {
  // One statement, so that replicas that start together make one plan and never one without a version.
  await sql`
    with inserted as (
      insert into rate_plans (id, name, is_default)
      values (${plan.id}, ${plan.name}, true)
      on conflict do nothing
      returning id
    )
    insert into rate_plan_versions (rate_plan_id, version, effective_from, document)
    select id, 1, ${plan.effectiveFrom}::timestamptz, ${JSON.stringify(plan.document)}::jsonb from inserted
  `.execute(db);
};

/** Versions that price now or later, per plan the newest first; what has been superseded stays in the database. */
export const listUsableVersions = (db: Db<Tables>) =>
  db
    .selectFrom('rate_plan_versions as one')
    .innerJoin('rate_plans', 'rate_plans.id', 'one.rate_plan_id')
    .select(['one.rate_plan_id', 'one.version', 'one.effective_from', 'one.document', 'rate_plans.is_default'])
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('rate_plan_versions as newer')
            .select('newer.version')
            .whereRef('newer.rate_plan_id', '=', 'one.rate_plan_id')
            .whereRef('newer.effective_from', '>', 'one.effective_from')
            .where('newer.effective_from', '<=', sql<Date>`now()`),
        ),
      ),
    )
    .orderBy('one.rate_plan_id')
    .orderBy('one.effective_from', 'desc')
    .execute();

export const listAssignments = (db: Db<Tables>) =>
  db.selectFrom('rate_plan_assignments').select(['organization_id', 'rate_plan_id']).execute();
