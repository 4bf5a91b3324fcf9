import { listChannels } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toIntegration } from './integration.row.ts';
import { listIntegrations } from './integration.store.ts';

export const listIntegrationsHandler = implement(listChannels, async ({ db }: Deps, { organizationId }) => {
  const rows = await listIntegrations(db, organizationId);
  return rows.map(toIntegration);
});
