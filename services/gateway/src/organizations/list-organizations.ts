import { listOrganizations, toPage } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toOrganization } from './organization.row.ts';
import { listOrganizationRows } from './organization.store.ts';

export const listOrganizationsHandler = implement(
  listOrganizations,
  async ({ db, defaultRate }: Deps, _context, input) => {
    const { rows, total } = await listOrganizationRows(db, input);
    return toPage(
      rows.map((row) => toOrganization(row, defaultRate)),
      total,
      input,
    );
  },
);
