import { type ApiKey, newId, type SystemContext } from '@freight/contracts';
import type { Transaction } from 'kysely';
import { type KeyMode, keyFacts, newKey } from '../access/key-format.ts';
import { audit } from '../audit-log/audit.store.ts';
import type { Tables } from '../tables.ts';
import { toApiKey } from './api-key.row.ts';
import { insertApiKey } from './api-key.store.ts';

export type KeyRequest = {
  /** The operation that asks, for the audit log. */
  operation: string;
  organizationId: string;
  mode: KeyMode;
  name?: string | undefined;
  expiresAt?: string | null | undefined;
};

const defaultName = 'API key';

/** Makes a key and writes down that it was made. The answer holds its full value, which is nowhere else. */
export const issueKey = async (
  trx: Transaction<Tables>,
  context: SystemContext,
  { operation, organizationId, mode, name = defaultName, expiresAt }: KeyRequest,
): Promise<ApiKey & { key: string }> => {
  const key = newKey(mode);
  const { hash, prefix, lastFour } = keyFacts(key);
  const row = await insertApiKey(trx, {
    organization_id: organizationId,
    id: newId('apiKey'),
    name,
    mode,
    hash,
    prefix,
    last_four: lastFour,
    expires_at: expiresAt == null ? null : new Date(expiresAt),
    created_by_operation: context.operationId,
  });
  const apiKey = toApiKey(row);
  if (row.is_new) await audit(trx, context, { operation, organizationId, before: null, after: apiKey });
  return { ...apiKey, key };
};
