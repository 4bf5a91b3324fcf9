import { createWebhook, FreightError, newId } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { newWebhookSecret } from '@freight/webhook-signature';
import type { Deps } from '../deps.ts';
import { assertTarget } from './assert-target.ts';
import { toEvents, toSubscription } from './subscription.row.ts';
import { insertSubscription, maxSubscriptions } from './subscription.store.ts';

export const createSubscriptionHandler = implement(
  createWebhook,
  async ({ db, targetPolicy }: Deps, { organizationId, operationId }, { name, url, events }) => {
    assertTarget(url, targetPolicy);
    const row = await insertSubscription(db, organizationId, {
      id: newId('subscription'),
      created_by_operation: operationId,
      name,
      url,
      events: toEvents(events),
      secret: newWebhookSecret(),
    });
    if (row === undefined) {
      throw new FreightError('VALIDATION_FAILED', {
        message: `An organization may have ${maxSubscriptions} webhook subscriptions`,
      });
    }
    return { ...toSubscription(row), secret: row.secret };
  },
);
