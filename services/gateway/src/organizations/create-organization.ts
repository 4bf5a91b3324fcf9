import { createOrganization, FreightError, newId } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { audit } from '../audit-log/audit.store.ts';
import type { Deps } from '../deps.ts';
import { toOrganization } from './organization.row.ts';
import { findOrganizationMadeBy, insertOrganization } from './organization.store.ts';

export const createOrganizationHandler = implement(
  createOrganization,
  async ({ db, defaultRate }: Deps, context, { name, contactEmail }) =>
    db.transaction().execute(async (trx) => {
      const row = await insertOrganization(trx, {
        id: newId('organization'),
        name,
        contact_email: contactEmail ?? null,
        created_by_operation: context.operationId,
      });
      if (row === undefined) {
        const existing = await findOrganizationMadeBy(trx, context.operationId);
        if (existing === undefined) throw new FreightError('INTERNAL');
        return toOrganization(existing, defaultRate);
      }
      const organization = toOrganization(row, defaultRate);
      await audit(trx, context, {
        operation: createOrganization.name,
        organizationId: organization.id,
        before: null,
        after: organization,
      });
      return organization;
    }),
);
