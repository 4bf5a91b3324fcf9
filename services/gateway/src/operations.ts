import type { Implementation } from '@freight/messaging';
import { createApiKeyHandler } from './api-keys/create-api-key.ts';
import { createOrganizationApiKeyHandler } from './api-keys/create-organization-api-key.ts';
import { listApiKeysHandler } from './api-keys/list-api-keys.ts';
import { revokeApiKeyHandler } from './api-keys/revoke-api-key.ts';
import { listAuditLogHandler } from './audit-log/list-audit-log.ts';
import type { Deps } from './deps.ts';
import { createOrganizationHandler } from './organizations/create-organization.ts';
import { getOrganizationHandler } from './organizations/get-organization.ts';
import { listOrganizationsHandler } from './organizations/list-organizations.ts';
import { patchOrganizationHandler } from './organizations/patch-organization.ts';

/** The operations that the gateway does itself. */
export const implementations: readonly Implementation<Deps>[] = [
  createOrganizationHandler,
  listOrganizationsHandler,
  getOrganizationHandler,
  patchOrganizationHandler,
  listApiKeysHandler,
  createApiKeyHandler,
  revokeApiKeyHandler,
  createOrganizationApiKeyHandler,
  listAuditLogHandler,
];
