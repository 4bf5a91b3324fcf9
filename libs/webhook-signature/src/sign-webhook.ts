import { webhookSignatures } from './signatures.ts';

export type WebhookToSign = {
  /** The bytes that will be sent; a string stands for its UTF-8 bytes. Send exactly these. */
  body: Uint8Array | string;
  /** The subscription's secret, 64 hex characters. Its UTF-8 bytes are the HMAC key of both signatures. */
  secret: string;
  /** Equal for all attempts of one delivery, so that a receiver can drop repeats. Visible ASCII without a dot. */
  deliveryId: string;
  /** When this attempt is signed; receivers refuse what is more than minutes off. */
  timestamp: Date;
  /** `shipment.delivered`, `test.ping` and so on. */
  event: string;
  /** Starts at 1. */
  attempt: number;
};

export type WebhookHeaders = {
  'X-Service-Event': string;
  'X-Service-Signature': string;
  'X-Service-Delivery-Attempt': string;
  'X-Service-Delivery-Id': string;
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
};

/**
 * Signs one attempt to deliver a webhook.
 *
 * Gives the headers to send with the body: the three of the merchant specification, our delivery id, and those of
 * Standard Webhooks, whose id is the delivery id. Throws TypeError or RangeError on what could only be a caller's bug.
 *
 * @example
 * const headers = signWebhook({ body, secret, deliveryId: 'dlv_1', timestamp: new Date(), event: 'test.ping', attempt: 1 });
 * await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
 */
export const signWebhook = ({ body, secret, deliveryId, timestamp, event, attempt }: WebhookToSign): WebhookHeaders => {
  if (secret === '') throw new TypeError('a webhook cannot be signed with an empty secret');
  // The id is joined to the time and the body with dots before it is signed: a dot inside would let two messages share
  // one signature.
  if (!visibleAscii.test(deliveryId) || deliveryId.includes('.')) throw new TypeError('not a delivery id');
  if (!visibleAscii.test(event)) throw new TypeError('not an event name');
  if (Number.isNaN(timestamp.getTime())) throw new RangeError('not a time');
  if (!Number.isSafeInteger(attempt) || attempt < 1) throw new RangeError('attempts are numbered from 1');

  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const signatures = webhookSignatures({ body, secret, id: deliveryId, seconds });
  return {
    'X-Service-Event': event,
    'X-Service-Signature': signatures.hex,
    'X-Service-Delivery-Attempt': String(attempt),
    'X-Service-Delivery-Id': deliveryId,
    'webhook-id': deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.standard,
  };
};

const visibleAscii = /^[\x21-\x7e]+$/;
