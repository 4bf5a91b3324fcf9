import { createChannel, getOrganization, newId, organizationOfTenant } from '@freight/contracts';
import { call, implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toIntegration } from './integration.row.ts';
import { insertIntegration } from './integration.store.ts';

export const createIntegrationHandler = implement(
  createChannel,
  async ({ db, bus }: Deps, context, { organizationId, type, name, storeUrl }) => {
    // NOT_FOUND of an unknown organization is the answer here too.
    await call(bus, getOrganization, context, { organizationId: organizationOfTenant(organizationId) });
    const row = await insertIntegration(db, organizationId, {
      id: newId('integration'),
      created_by_operation: context.operationId,
      name,
      type,
      store_url: storeUrl,
    });
    return toIntegration(row);
  },
);
