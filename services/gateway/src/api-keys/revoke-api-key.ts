import { isTestTenant, organizationOfTenant, revokeApiKey } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { announceKeyChange } from '../access/key-changes.ts';
import { audit } from '../audit-log/audit.store.ts';
import type { Deps } from '../deps.ts';
import { toApiKey } from './api-key.row.ts';
import { deactivateApiKey, lockApiKey } from './api-key.store.ts';

/** Answered when every gateway that is connected has been told. Revoking twice is no error. */
export const revokeApiKeyHandler = implement(revokeApiKey, async (deps: Deps, context, { id }) => {
  const organizationId = organizationOfTenant(context.organizationId);
  const mode = isTestTenant(context.organizationId) ? 'test' : 'live';
  const revoked = await deps.db.transaction().execute(async (trx) => {
    const before = toApiKey(await lockApiKey(trx, organizationId, mode, id));
    if (!before.isActive) return before;
    const after = toApiKey(await deactivateApiKey(trx, organizationId, id));
    await audit(trx, context, { operation: revokeApiKey.name, organizationId, before, after });
    return after;
  });
  await announceKeyChange(deps, { organizationId, keyId: id });
  return revoked;
});
