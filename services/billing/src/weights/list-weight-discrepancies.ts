import { listWeightDiscrepancies, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toWeightDiscrepancy } from './weight-discrepancy.row.ts';
import { listDiscrepancies } from './weight-discrepancy.store.ts';

export const listWeightDiscrepanciesHandler = implement(
  listWeightDiscrepancies,
  async ({ db }: Deps, { organizationId }, { page, limit, status }) => {
    const { rows, total } = await listDiscrepancies(db, organizationId, { status, limit, offset: (page - 1) * limit });
    return toPage(rows.map(toWeightDiscrepancy), total, { page, limit });
  },
);
