import { patchWebhook } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { assertTarget } from './assert-target.ts';
import { toEvents, toSubscription } from './subscription.row.ts';
import { getSubscription, updateSubscription } from './subscription.store.ts';

/** What is known of a receiver's health; forgotten when the merchant gives another address or switches it on. */
const fresh = {
  deactivation_reason: null,
  failing_since: null,
  last_failure_at: null,
  unhealthy_in_a_row: 0,
  paused_until: null,
} as const;

export const patchSubscriptionHandler = implement(
  patchWebhook,
  async ({ db, engine, targetPolicy }: Deps, { organizationId }, { id, name, url, events, isActive }) => {
    if (url !== undefined) assertTarget(url, targetPolicy);
    if ([name, url, events, isActive].every((value) => value === undefined)) {
      return toSubscription(await getSubscription(db, organizationId, id));
    }
    const row = await updateSubscription(db, organizationId, id, {
      ...(name === undefined ? {} : { name }),
      ...(url === undefined ? {} : { url, ...fresh }),
      ...(events === undefined ? {} : { events: toEvents(events) }),
      ...(isActive === undefined ? {} : { is_active: isActive, ...fresh }),
    });
    // What waited while it was switched off may be due.
    engine.kick([id]);
    return toSubscription(row);
  },
);
