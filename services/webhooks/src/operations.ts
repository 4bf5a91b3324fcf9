import { listDeliveriesHandler } from './deliveries/list-deliveries.ts';
import { replayDeliveriesHandler } from './deliveries/replay-deliveries.ts';
import { retryDeliveryHandler } from './deliveries/retry-delivery.ts';
import { createSubscriptionHandler } from './subscriptions/create-subscription.ts';
import { deleteSubscriptionHandler } from './subscriptions/delete-subscription.ts';
import { listSubscriptionsHandler } from './subscriptions/list-subscriptions.ts';
import { patchSubscriptionHandler } from './subscriptions/patch-subscription.ts';
import { rotateSecretHandler } from './subscriptions/rotate-secret.ts';
import { testSubscriptionHandler } from './subscriptions/test-subscription.ts';

/** Every operation that this service answers. */
export const webhooksImplementations = [
  listSubscriptionsHandler,
  createSubscriptionHandler,
  patchSubscriptionHandler,
  deleteSubscriptionHandler,
  rotateSecretHandler,
  testSubscriptionHandler,
  listDeliveriesHandler,
  retryDeliveryHandler,
  replayDeliveriesHandler,
] as const;
