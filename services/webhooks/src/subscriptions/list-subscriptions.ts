import { listWebhooks, webhookEvents } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toSubscription } from './subscription.row.ts';
import { listSubscriptions } from './subscription.store.ts';

export const listSubscriptionsHandler = implement(listWebhooks, async ({ db }: Deps, { organizationId }) => ({
  subscriptions: (await listSubscriptions(db, organizationId)).map(toSubscription),
  allowedEvents: [...webhookEvents],
}));
