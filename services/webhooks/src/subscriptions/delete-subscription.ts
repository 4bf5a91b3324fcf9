import { deleteWebhook } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { markSubscriptionDeleted } from './subscription.store.ts';

/** Nothing of it is seen or sent from now on; its rows are removed by `purgeDeleted`, since there may be millions. */
export const deleteSubscriptionHandler = implement(
  deleteWebhook,
  async ({ db }: Deps, { organizationId, operationId }, { id }) => {
    await markSubscriptionDeleted(db, organizationId, id, operationId);
    return { id };
  },
);
