import { createApiKey, isTestTenant, organizationOfTenant } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { issueKey } from './issue-key.ts';

/** The new key has the mode of the calling one: a test key cannot make itself a live one. */
export const createApiKeyHandler = implement(createApiKey, ({ db }: Deps, context, { name, expiresAt }) =>
  db.transaction().execute((trx) =>
    issueKey(trx, context, {
      operation: createApiKey.name,
      organizationId: organizationOfTenant(context.organizationId),
      mode: isTestTenant(context.organizationId) ? 'test' : 'live',
      name,
      expiresAt,
    }),
  ),
);
