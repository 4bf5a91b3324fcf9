import { timingSafeEqual } from 'node:crypto';
import { webhookSignatures } from './signatures.ts';

export type ReceivedWebhook = {
  /** The raw bytes of the request, before any JSON parsing: a body parsed and written again rarely has the same bytes. */
  body: Uint8Array | string;
  /** The request's headers in any spelling: Node's `request.headers`, a fetch `Headers`, or a plain record. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  secret: string;
  /** How far the signed time may be from `now`, either way; 300 unless told. */
  toleranceSeconds?: number;
  now?: Date;
};

export type WebhookFault =
  | 'HEADER_MISSING'
  | 'HEADER_MALFORMED'
  | 'SIGNATURE_MISMATCH'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_IN_FUTURE';

export type VerifiedWebhook =
  | { ok: true; deliveryId: string; timestamp: Date }
  | { ok: false; fault: WebhookFault; reason: string };

/**
 * Says whether a request is a webhook signed with this secret, unaltered and recent.
 *
 * Both signatures must hold: `X-Service-Signature` alone carries no time, so a request stripped of the Standard Webhooks
 * headers could be replayed for ever. Comparison takes the same time wherever the first difference is. Never throws on
 * what a sender may send; throws TypeError on an empty secret. What is not signed is not given back: read the event's
 * name from the body, and use `deliveryId` to drop a repeat.
 *
 * @example
 * const verified = verifyWebhook({ body: rawBody, headers: request.headers, secret });
 * if (!verified.ok) return new Response(verified.reason, { status: 401 });
 */
export const verifyWebhook = ({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = new Date(),
}: ReceivedWebhook): VerifiedWebhook => {
  if (secret === '') throw new TypeError('a webhook cannot be verified with an empty secret');
  const read = headerReader(headers);
  const hex = read('x-service-signature');
  const id = read('webhook-id');
  const seconds = read('webhook-timestamp');
  const standard = read('webhook-signature');
  if (hex === undefined) return refused('HEADER_MISSING', 'X-Service-Signature is missing');
  if (id === undefined) return refused('HEADER_MISSING', 'webhook-id is missing');
  if (seconds === undefined) return refused('HEADER_MISSING', 'webhook-timestamp is missing');
  if (standard === undefined) return refused('HEADER_MISSING', 'webhook-signature is missing');
  if (id === '' || id.includes('.')) return refused('HEADER_MALFORMED', 'webhook-id is not a delivery id');
  if (!/^\d{1,12}$/.test(seconds)) return refused('HEADER_MALFORMED', 'webhook-timestamp is not whole seconds');

  const expected = webhookSignatures({ body, secret, id, seconds });
  const hexHolds = equalInConstantTime(hex, expected.hex);
  // Standard Webhooks allows several signatures, parted by spaces; every one is compared so that none is told apart.
  const standardHolds = standard
    .split(' ')
    .map((one) => equalInConstantTime(one, expected.standard))
    .includes(true);
  if (!hexHolds) return refused('SIGNATURE_MISMATCH', 'X-Service-Signature does not match the body');
  if (!standardHolds) return refused('SIGNATURE_MISMATCH', 'webhook-signature does not match the id, time and body');

  // The clock is looked at last: a fault of time is only told to who holds the secret.
  const ageSeconds = now.getTime() / 1000 - Number(seconds);
  if (ageSeconds > toleranceSeconds) return refused('TIMESTAMP_TOO_OLD', 'webhook-timestamp is too old');
  if (ageSeconds < -toleranceSeconds) return refused('TIMESTAMP_IN_FUTURE', 'webhook-timestamp is in the future');
  return { ok: true, deliveryId: id, timestamp: new Date(Number(seconds) * 1000) };
};

const refused = (fault: WebhookFault, reason: string): VerifiedWebhook => ({ ok: false, fault, reason });

/** Reads one header by its lowercase name; a header given twice with different values counts as missing. */
const headerReader = (headers: ReceivedWebhook['headers']): ((name: string) => string | undefined) => {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const values = new Map<string, Set<string>>();
  for (const [name, value] of Object.entries(headers)) {
    const known = values.get(name.toLowerCase()) ?? new Set();
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) known.add(one);
    values.set(name.toLowerCase(), known);
  }
  return (name) => {
    const [only, ...others] = values.get(name) ?? [];
    return others.length === 0 ? only : undefined;
  };
};

/** Lengths are no secret: a signature of the right kind always has the same one. */
const equalInConstantTime = (given: string, expected: string): boolean => {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
};
