import { createHmac } from 'node:crypto';

/**
 * The two signatures of one delivery. Both are keyed with the UTF-8 bytes of the secret as it is written (64 characters
 * give 64 key bytes); the secret is not decoded from hex first.
 */
export type WebhookSignatures = {
  /** Lowercase hex HMAC-SHA256 of the raw body: the value of `X-Service-Signature`. */
  hex: string;
  /** `v1,<base64>`, HMAC-SHA256 of `<id>.<seconds>.<body>`: the value of `webhook-signature` (Standard Webhooks 1.0). */
  standard: string;
};

export type SignedContent = {
  /** The raw request body, byte for byte; a string stands for its UTF-8 bytes. */
  body: Uint8Array | string;
  secret: string;
  /** The value of `webhook-id`. */
  id: string;
  /** The value of `webhook-timestamp`: whole seconds since 1970, in decimal. */
  seconds: string;
};

/** Computes both signatures. Takes any content; whether it is well formed is for the caller to say. */
export const webhookSignatures = ({ body, secret, id, seconds }: SignedContent): WebhookSignatures => ({
  hex: createHmac('sha256', secret).update(body).digest('hex'),
  standard: `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.`).update(body).digest('base64')}`,
});
