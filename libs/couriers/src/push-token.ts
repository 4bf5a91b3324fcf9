import { createHash, timingSafeEqual } from 'node:crypto';
import type { CourierAccount, CourierPush } from './courier.ts';

/** The header in which couriers that do not sign send the token we gave them; `settings.pushTokenHeader` names another. */
export const defaultPushTokenHeader = 'x-courier-token';

/** Does the push carry the account's token? Compared in constant time; an account without a token takes no push. */
export const hasPushToken = (push: CourierPush, account: CourierAccount): boolean => {
  const { webhookToken } = account;
  const given = push.headers[(account.settings?.['pushTokenHeader'] ?? defaultPushTokenHeader).toLowerCase()];
  if (webhookToken === undefined || webhookToken === '' || typeof given !== 'string') return false;
  return timingSafeEqual(digest(given), digest(webhookToken));
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
