import { getRatePlan } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toRatePlan, toVersion } from './rate-plan.row.ts';
import { getRatePlanRow, listVersions } from './rate-plan.store.ts';

export const getRatePlanHandler = implement(getRatePlan, async ({ db }: Deps, _context, { id }) => {
  const [plan, versions] = await Promise.all([getRatePlanRow(db, id), listVersions(db, id)]);
  return { ...toRatePlan(plan), versions: versions.map(toVersion) };
});
