import type { Implementation } from '@freight/messaging';
import type { Deps } from './deps.ts';
import { createIntegrationHandler } from './integrations/create-integration.ts';
import { listIntegrationsHandler } from './integrations/list-integrations.ts';
import { patchIntegrationHandler } from './integrations/patch-integration.ts';
import { listOrdersHandler } from './orders/list-orders.ts';
import { orderStatsHandler } from './orders/order-stats.ts';

/** Everything that this service does for others. */
export const channelsImplementations: readonly Implementation<Deps>[] = [
  listIntegrationsHandler,
  patchIntegrationHandler,
  createIntegrationHandler,
  listOrdersHandler,
  orderStatsHandler,
];
