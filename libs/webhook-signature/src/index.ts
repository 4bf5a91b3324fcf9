/**
 * Signing and verifying merchant webhooks. Depends on nothing but Node, so a merchant may copy these files.
 *
 * The secret is 64 hex characters, and the HMAC key of both signatures is that text itself (its 64 UTF-8 bytes), not the
 * 32 bytes it would decode to. Libraries of Standard Webhooks expect a base64 secret, so hand them the base64 of the text:
 *
 *     new Webhook(Buffer.from(secret, 'utf8').toString('base64')).verify(rawBody, headers)
 */
export { newWebhookSecret } from './new-webhook-secret.ts';
export { signWebhook, type WebhookHeaders, type WebhookToSign } from './sign-webhook.ts';
export { type ReceivedWebhook, type VerifiedWebhook, verifyWebhook, type WebhookFault } from './verify-webhook.ts';
