import { randomBytes } from 'node:crypto';

/** Makes the secret of a subscription: 64 lowercase hex characters, 256 random bits. */
export const newWebhookSecret = (): string => randomBytes(32).toString('hex');
