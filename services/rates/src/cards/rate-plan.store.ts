import { FreightError } from '@freight/contracts';
import type { Db } from '@freight/database';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { RatePlanDocument } from './rate-plan-document.ts';

export type DefaultPlan = { id: string; name: string; effectiveFrom: Date; document: RatePlanDocument; source: string };

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
    insert into rate_plan_versions (rate_plan_id, version, effective_from, document, source)
    select id, 1, ${plan.effectiveFrom}::timestamptz, ${JSON.stringify(plan.document)}::jsonb, ${plan.source}
    from inserted
  `.execute(db);
};

/** Versions that price now or later, per plan the newest first, without their documents. */
export const listUsableVersions = (db: Db<Tables>) =>
  db
    .selectFrom('rate_plan_versions as one')
    .innerJoin('rate_plans', 'rate_plans.id', 'one.rate_plan_id')
    .select(['one.rate_plan_id', 'one.version', 'one.effective_from', 'rate_plans.is_default'])
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

/** The document of any version, superseded ones included; undefined when there is no such version. */
export const findDocument = async (db: Db<Tables>, ratePlanId: string, version: number): Promise<unknown> =>
  (
    await db
      .selectFrom('rate_plan_versions')
      .select('document')
      .where('rate_plan_id', '=', ratePlanId)
      .where('version', '=', version)
      .executeTakeFirst()
  )?.document;

/** A plan that exists already under this operation is the same plan. Throws a unique violation when the name is taken. */
export const insertRatePlan = async (
  db: Db<Tables>,
  plan: { id: string; name: string; operationId: string },
): Promise<RatePlanRow> => {
  await db
    .insertInto('rate_plans')
    .values({ id: plan.id, name: plan.name, is_default: false, created_by_operation: plan.operationId })
    .onConflict((conflict) => conflict.column('created_by_operation').doNothing())
    .execute();
  return planQuery(db).where('created_by_operation', '=', plan.operationId).executeTakeFirstOrThrow();
};

export type RatePlanRow = {
  id: string;
  name: string;
  is_default: boolean;
  created_at: Date;
  current_version: number | null;
};

export const listRatePlanRows = async (
  db: Db<Tables>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: RatePlanRow[]; total: number }> => {
  const [rows, count] = await Promise.all([
    planQuery(db)
      .orderBy('name')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    db
      .selectFrom('rate_plans')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
};

/** @throws FreightError NOT_FOUND */
export const getRatePlanRow = async (db: Db<Tables>, id: string): Promise<RatePlanRow> => {
  const row = await planQuery(db).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'There is no such rate plan' });
  return row;
};

const planQuery = (db: Db<Tables>) =>
  db
    .selectFrom('rate_plans')
    .select(['id', 'name', 'is_default', 'created_at'])
    .select((expression) => currentVersion(expression).as('current_version'));

/** The newest version that has taken effect, as `ratePlanOf` chooses it in memory. */
const currentVersion = (expression: ExpressionBuilder<Tables, 'rate_plans'>) =>
  expression
    .selectFrom('rate_plan_versions')
    .select('version')
    .whereRef('rate_plan_id', '=', 'rate_plans.id')
    .where('effective_from', '<=', sql<Date>`now()`)
    .orderBy('effective_from', 'desc')
    .limit(1);

export const versionColumns = ['rate_plan_id', 'version', 'effective_from', 'format', 'created_at'] as const;
export type VersionRow = Pick<
  { rate_plan_id: string; version: number; effective_from: Date; format: 'json' | 'csv'; created_at: Date },
  (typeof versionColumns)[number]
>;

export const listVersions = (db: Db<Tables>, ratePlanId: string): Promise<VersionRow[]> =>
  db
    .selectFrom('rate_plan_versions')
    .select(versionColumns)
    .where('rate_plan_id', '=', ratePlanId)
    .orderBy('version', 'desc')
    .execute();

export type NewVersion = {
  ratePlanId: string;
  effectiveFrom: Date;
  document: RatePlanDocument;
  source: string;
  format: 'json' | 'csv';
  operationId: string;
};

/**
 * Adds the next version of a plan, whose row must be locked so that numbers have no gaps. A second run of one operation finds
 * its version again. Throws a unique violation when a version takes effect at the same moment.
 */
export const insertVersion = async (trx: Db<Tables>, version: NewVersion): Promise<VersionRow> => {
  const earlier = await trx
    .selectFrom('rate_plan_versions')
    .select(versionColumns)
    .where('created_by_operation', '=', version.operationId)
    .executeTakeFirst();
  if (earlier !== undefined) return earlier;
  return trx
    .insertInto('rate_plan_versions')
    .values((expression) => ({
      rate_plan_id: version.ratePlanId,
      version: expression
        .selectFrom('rate_plan_versions')
        .select(sql<number>`coalesce(max(version), 0) + 1`.as('next'))
        .where('rate_plan_id', '=', version.ratePlanId),
      effective_from: version.effectiveFrom,
      document: JSON.stringify(version.document),
      source: version.source,
      format: version.format,
      created_by_operation: version.operationId,
    }))
    .returning(versionColumns)
    .executeTakeFirstOrThrow();
};

/** Needs a transaction. @throws FreightError NOT_FOUND */
export const lockRatePlan = async (trx: Db<Tables>, id: string): Promise<void> => {
  const row = await trx.selectFrom('rate_plans').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'There is no such rate plan' });
};

/** A version as it came. @throws FreightError NOT_FOUND */
export const getVersionSource = async (
  db: Db<Tables>,
  ratePlanId: string,
  version: number,
): Promise<{ format: 'json' | 'csv'; source: string | null; document: unknown }> => {
  const row = await db
    .selectFrom('rate_plan_versions')
    .select(['format', 'source', 'document'])
    .where('rate_plan_id', '=', ratePlanId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'There is no such version' });
  return row;
};
