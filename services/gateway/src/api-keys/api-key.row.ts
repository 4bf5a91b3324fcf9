import type { ApiKey } from '@freight/contracts';
import type { Selectable } from 'kysely';
import type { Tables } from '../tables.ts';

export const apiKeyColumns = [
  'id',
  'name',
  'prefix',
  'last_four',
  'mode',
  'is_active',
  'last_used_at',
  'expires_at',
  'created_at',
] as const satisfies (keyof Tables['api_keys'])[];

export type ApiKeyRow = Pick<Selectable<Tables['api_keys']>, (typeof apiKeyColumns)[number]>;

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  lastFour: row.last_four,
  mode: row.mode,
  isActive: row.is_active,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
