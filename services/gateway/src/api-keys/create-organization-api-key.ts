import { createOrganizationApiKey } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { getOrganizationRow } from '../organizations/organization.store.ts';
import { issueKey } from './issue-key.ts';

export const createOrganizationApiKeyHandler = implement(
  createOrganizationApiKey,
  ({ db }: Deps, context, { organizationId, ...request }) =>
    db.transaction().execute(async (trx) => {
      await getOrganizationRow(trx, organizationId);
      return issueKey(trx, context, { operation: createOrganizationApiKey.name, organizationId, ...request });
    }),
);
