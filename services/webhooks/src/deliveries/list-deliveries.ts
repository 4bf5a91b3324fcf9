import { listDeliveries } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { getSubscription } from '../subscriptions/subscription.store.ts';
import { toDelivery } from './delivery.row.ts';
import { listNewestDeliveries } from './delivery.store.ts';

export const listDeliveriesHandler = implement(
  listDeliveries,
  async ({ db }: Deps, { organizationId }, { id, limit }) => {
    const subscription = await getSubscription(db, organizationId, id);
    return (await listNewestDeliveries(db, organizationId, subscription.id, limit)).map(toDelivery);
  },
);
