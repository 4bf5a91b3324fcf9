import { isTestTenant, listApiKeys, organizationOfTenant } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toApiKey } from './api-key.row.ts';
import { listApiKeyRows } from './api-key.store.ts';

/** Keys of the caller's tenant: a test key sees test keys only, so a leaked one tells nothing of the live ones. */
export const listApiKeysHandler = implement(listApiKeys, async ({ db }: Deps, { organizationId }) => {
  const mode = isTestTenant(organizationId) ? 'test' : 'live';
  const rows = await listApiKeyRows(db, organizationOfTenant(organizationId), mode);
  return rows.map(toApiKey);
});
