import { rotateWebhookSecret } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { newWebhookSecret } from '@freight/webhook-signature';
import type { Deps } from '../deps.ts';
import { rotateSubscriptionSecret } from './subscription.store.ts';

/**
 * Every attempt that begins after the answer is signed with the new secret. One that was under way with the old and is refused
 * for it is tried again, see `recordResults`.
 */
export const rotateSecretHandler = implement(rotateWebhookSecret, async ({ db }: Deps, { organizationId }, { id }) => {
  const secret = newWebhookSecret();
  await rotateSubscriptionSecret(db, organizationId, id, secret);
  return { secret };
});
