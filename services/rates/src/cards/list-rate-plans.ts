import { listRatePlans, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toRatePlan } from './rate-plan.row.ts';
import { listRatePlanRows } from './rate-plan.store.ts';

export const listRatePlansHandler = implement(listRatePlans, async ({ db }: Deps, _context, paging) => {
  const { rows, total } = await listRatePlanRows(db, paging);
  return toPage(rows.map(toRatePlan), total, paging);
});
