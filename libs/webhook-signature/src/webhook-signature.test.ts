import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newWebhookSecret, signWebhook, type VerifiedWebhook, verifyWebhook, type WebhookToSign } from './index.ts';
import vectors from './vectors.json' with { type: 'json' };

const secret = newWebhookSecret();
const timestamp = new Date('2026-11-21T09:00:00.000Z');
const body = '{"event":"shipment.delivered","data":{"shipment":{"dropName":"ज्योत्स्ना","note":"₹1,499"}}}';
const webhook: WebhookToSign = {
  body,
  secret,
  deliveryId: 'dlv_1',
  timestamp,
  event: 'shipment.delivered',
  attempt: 1,
};
const headers = signWebhook(webhook);
const verify = (change: Partial<Parameters<typeof verifyWebhook>[0]>): VerifiedWebhook =>
  verifyWebhook({ body, headers, secret, now: timestamp, ...change });
const faultOf = (verified: VerifiedWebhook): string => (verified.ok ? 'none' : verified.fault);
const secondsLater = (seconds: number): Date => new Date(timestamp.getTime() + seconds * 1000);

describe('the vectors that openssl computed', () => {
  it.each(vectors)('are what we sign: $name', (vector) => {
    expect(signWebhook({ ...vector, timestamp: new Date(vector.timestamp) })).toEqual(vector.expected);
  });

  it.each(vectors)('verify, as text and as bytes: $name', (vector) => {
    const received = { headers: vector.expected, secret: vector.secret, now: new Date(vector.timestamp) };
    const verified = { ok: true, deliveryId: vector.deliveryId, timestamp: new Date(vector.timestamp) };
    expect(verifyWebhook({ ...received, body: vector.body })).toEqual(verified);
    expect(verifyWebhook({ ...received, body: new TextEncoder().encode(vector.body) })).toEqual(verified);
  });
});

describe('a library of Standard Webhooks', () => {
  // It compares the signed time with the machine's clock, so what it verifies is signed now.
  const fresh = signWebhook({ ...webhook, timestamp: new Date() });
  const library = new Webhook(Buffer.from(secret, 'utf8').toString('base64'));

  it('verifies our headers when it is given the base64 of the secret as it is written', () => {
    expect(library.verify(body, { ...fresh })).toEqual(JSON.parse(body));
  });

  it('refuses them when the body was altered', () => {
    expect(() => library.verify(`${body} `, { ...fresh })).toThrow('No matching signature found');
  });

  it('refuses them when it is given the 32 bytes that the secret would decode to', () => {
    const decoded = new Webhook(Buffer.from(secret, 'hex').toString('base64'));
    expect(() => decoded.verify(body, { ...fresh })).toThrow('No matching signature found');
  });

  it('signs what we verify', () => {
    const theirs = library.sign('dlv_1', timestamp, body);
    expect(headers['webhook-signature']).toBe(theirs);
  });
});

describe('verifyWebhook', () => {
  it('accepts any body that was signed, and only that body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (bytes, place) => {
        const signed = { body: bytes, headers: signWebhook({ ...webhook, body: bytes }) };
        expect(verify(signed).ok).toBe(true);
        const at = place % Math.max(bytes.length, 1);
        const altered = bytes.length === 0 ? Uint8Array.of(0) : bytes.with(at, (bytes.at(at) ?? 0) ^ 1);
        expect(faultOf(verify({ ...signed, body: altered }))).toBe('SIGNATURE_MISMATCH');
      }),
    );
  });

  it('refuses another secret', () => {
    expect(faultOf(verify({ secret: newWebhookSecret() }))).toBe('SIGNATURE_MISMATCH');
  });

  it.each(['X-Service-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
    'refuses a request without %s',
    (name) => {
      const { [name]: _, ...others } = headers;
      expect(verify({ headers: others })).toMatchObject({
        ok: false,
        fault: 'HEADER_MISSING',
        reason: `${name} is missing`,
      });
    },
  );

  it.each([
    ['webhook-id', 'dlv_2'],
    ['webhook-timestamp', String(timestamp.getTime() / 1000 + 1)],
    ['webhook-signature', 'v1,'],
    ['webhook-signature', headers['webhook-signature'].replace('v1,', 'v2,')],
    ['X-Service-Signature', headers['X-Service-Signature'].toUpperCase()],
    ['X-Service-Signature', ''],
    ['X-Service-Signature', 'श्री'],
  ])('refuses %s altered to %j', (name, value) => {
    expect(faultOf(verify({ headers: { ...headers, [name]: value } }))).toBe('SIGNATURE_MISMATCH');
  });

  it.each([
    ['webhook-timestamp', '1e9'],
    ['webhook-timestamp', '-1'],
    ['webhook-timestamp', '2026-11-21T09:00:00Z'],
    ['webhook-id', 'dlv_1.2'],
    ['webhook-id', ''],
  ])('refuses the malformed %s %j', (name, value) => {
    expect(faultOf(verify({ headers: { ...headers, [name]: value } }))).toBe('HEADER_MALFORMED');
  });

  it('accepts five minutes either way unless told otherwise, and not a second more', () => {
    expect(verify({ now: secondsLater(300) }).ok).toBe(true);
    expect(verify({ now: secondsLater(-300) }).ok).toBe(true);
    expect(faultOf(verify({ now: secondsLater(301) }))).toBe('TIMESTAMP_TOO_OLD');
    expect(faultOf(verify({ now: secondsLater(-301) }))).toBe('TIMESTAMP_IN_FUTURE');
    expect(faultOf(verify({ now: secondsLater(11), toleranceSeconds: 10 }))).toBe('TIMESTAMP_TOO_OLD');
  });

  it('names no fault of time to a sender who lacks the secret', () => {
    expect(faultOf(verify({ secret: newWebhookSecret(), now: secondsLater(9999) }))).toBe('SIGNATURE_MISMATCH');
  });

  it('reads lowercase headers, fetch Headers and lists alike', () => {
    const lowercase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
    for (const spelling of [lowercase, lists, new Headers({ ...headers })]) {
      expect(verify({ headers: spelling }).ok).toBe(true);
    }
  });

  it('refuses a header that was given twice with different values', () => {
    const twice = { ...headers, 'x-service-signature': 'another' };
    expect(faultOf(verify({ headers: twice }))).toBe('HEADER_MISSING');
  });

  it('finds our signature among several', () => {
    const several = { ...headers, 'webhook-signature': `v1,AAAA v2,BBBB ${headers['webhook-signature']}` };
    expect(verify({ headers: several }).ok).toBe(true);
  });

  it('never throws on what a sender may send', () => {
    const anyHeaders = fc.dictionary(
      fc.constantFrom('X-Service-Signature', 'webhook-id', 'webhook-timestamp', 'webhook-signature', '__proto__'),
      fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string()), fc.constant(undefined)),
    );
    fc.assert(
      fc.property(anyHeaders, (given) => {
        expect(verify({ headers: given }).ok).toBe(false);
      }),
    );
  });
});

describe('signWebhook', () => {
  it.each([
    { change: { secret: '' }, fault: 'a webhook cannot be signed with an empty secret' },
    { change: { deliveryId: '' }, fault: 'not a delivery id' },
    { change: { deliveryId: 'a.b' }, fault: 'not a delivery id' },
    { change: { deliveryId: 'a\r\nX-Evil: 1' }, fault: 'not a delivery id' },
    { change: { event: 'a b' }, fault: 'not an event name' },
    { change: { timestamp: new Date(Number.NaN) }, fault: 'not a time' },
    { change: { attempt: 0 }, fault: 'attempts are numbered from 1' },
    { change: { attempt: 1.5 }, fault: 'attempts are numbered from 1' },
  ])('refuses a bug of the caller: $change', ({ change, fault }) => {
    expect(() => signWebhook({ ...webhook, ...change })).toThrow(fault);
  });
});

describe('newWebhookSecret', () => {
  it('gives 64 lowercase hex characters, never the same', () => {
    expect(newWebhookSecret()).toMatch(/^[0-9a-f]{64}$/);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });
});
