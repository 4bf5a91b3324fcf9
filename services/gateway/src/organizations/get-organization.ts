import { getOrganization, organizationOfTenant } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toOrganization } from './organization.row.ts';
import { getOrganizationRow } from './organization.store.ts';

/** Services ask with the tenant they act for: a test tenant is answered with the organization behind it. */
export const getOrganizationHandler = implement(
  getOrganization,
  async ({ db, defaultRate }: Deps, _context, { organizationId }) =>
    toOrganization(await getOrganizationRow(db, organizationOfTenant(organizationId)), defaultRate),
);
