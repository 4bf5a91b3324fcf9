import { listRemittances, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toRemittance } from './remittance.row.ts';
import { listRemittanceRows } from './remittance.store.ts';

export const listRemittancesHandler = implement(
  listRemittances,
  async ({ db }: Deps, { organizationId }, { page, limit, status }) => {
    const { rows, total } = await listRemittanceRows(db, organizationId, { status, limit, offset: (page - 1) * limit });
    return toPage(rows.map(toRemittance), total, { page, limit });
  },
);
