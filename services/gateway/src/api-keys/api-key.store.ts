import { FreightError } from '@freight/contracts';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { KeyMode } from '../access/key-format.ts';
import type { Tables } from '../tables.ts';
import { type ApiKeyRow, apiKeyColumns } from './api-key.row.ts';

export type KeyHolderRow = {
  id: string;
  organization_id: string;
  mode: KeyMode;
  expires_at: Date | null;
  last_used_at: Date | null;
  is_suspended: boolean;
  rate_per_second: number | null;
  rate_burst: number | null;
};

/** The only look-up that names no organization: the key is what tells it. */
export const findKeyHolder = (db: Kysely<Tables>, hash: Uint8Array): Promise<KeyHolderRow | undefined> =>
  db
    .selectFrom('api_keys as k')
    .innerJoin('organizations as o', 'o.id', 'k.organization_id')
    .select([
      'k.id',
      'k.organization_id',
      'k.mode',
      'k.expires_at',
      'k.last_used_at',
      'o.is_suspended',
      'o.rate_per_second',
      'o.rate_burst',
    ])
    .where('k.hash', '=', hash)
    .where('k.is_active', '=', true)
    .executeTakeFirst();

/** What one list shows at most; an organization with more keys than this revokes some. */
const maxListed = 1_000;

export const listApiKeyRows = (db: Kysely<Tables>, organizationId: string, mode: KeyMode): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_keys')
    .select(apiKeyColumns)
    .where('organization_id', '=', organizationId)
    .where('mode', '=', mode)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute();

/**
 * Inserts a key. A second run of the operation that made it replaces its value: the first run's answer was lost before it was
 * stored, so nobody has that value, and it cannot be told again.
 */
export const insertApiKey = async (
  trx: Transaction<Tables>,
  values: Insertable<Tables['api_keys']>,
): Promise<ApiKeyRow & { is_new: boolean }> =>
  trx
    .insertInto('api_keys')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'created_by_operation']).doUpdateSet((update) => ({
        hash: update.ref('excluded.hash'),
        prefix: update.ref('excluded.prefix'),
        last_four: update.ref('excluded.last_four'),
      })),
    )
    .returning(apiKeyColumns)
    // xmax is 0 in a row version that no statement has updated or locked.
    .returning(sql<boolean>`xmax = 0`.as('is_new'))
    .executeTakeFirstOrThrow();

export const lockApiKey = async (
  trx: Transaction<Tables>,
  organizationId: string,
  mode: KeyMode,
  keyId: string,
): Promise<ApiKeyRow> => {
  const row = await trx
    .selectFrom('api_keys')
    .select(apiKeyColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', keyId)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new FreightError('NOT_FOUND');
  return row;
};

export const deactivateApiKey = (trx: Transaction<Tables>, organizationId: string, keyId: string): Promise<ApiKeyRow> =>
  trx
    .updateTable('api_keys')
    .set({ is_active: false })
    .where('organization_id', '=', organizationId)
    .where('id', '=', keyId)
    .returning(apiKeyColumns)
    .executeTakeFirstOrThrow();

/** Several replicas may tell of the same key: a row is written at most once a minute. */
export const markKeysUsed = async (
  db: Kysely<Tables>,
  keys: { organizationId: string; keyId: string }[],
): Promise<void> => {
  const organizationIds = keys.map((key) => key.organizationId);
  const keyIds = keys.map((key) => key.keyId);
  await sql`
    update api_keys k set last_used_at = now()
      from unnest(${organizationIds}::text[], ${keyIds}::text[]) as used (organization_id, id)
     where k.organization_id = used.organization_id and k.id = used.id
       and (k.last_used_at is null or k.last_used_at < now() - interval '59 seconds')
  `.execute(db);
};
