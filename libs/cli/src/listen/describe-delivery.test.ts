import { signWebhook, verifyWebhook } from '@freight/webhook-signature';
import { expect, test } from 'vitest';
import { describeDelivery } from './describe-delivery.ts';

const secret = 'a'.repeat(64);
const now = new Date(2026, 10, 21, 12, 30, 1);

const received = (content: object) => {
  const body = Buffer.from(JSON.stringify(content));
  const signed = signWebhook({ body, secret, deliveryId: 'dlv_1', timestamp: now, event: 'x', attempt: 2 });
  const headers = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]));
  return { body, headers };
};

const delivered = received({
  event: 'shipment.delivered',
  timestamp: now.toISOString(),
  data: { shipment: { awbNumber: '1316018154', orderReferenceNumber: 'ORD-1' } },
});

test('a delivery is shown with event, AWB, reference, attempt and that it was verified', () => {
  expect(describeDelivery(delivered, verifyWebhook({ ...delivered, secret, now }), now)).toBe(
    '12:30:01 shipment.delivered 1316018154 ORD-1 attempt 2 verified',
  );
});

test('one with another secret is shown as not verified, with the reason', () => {
  const verdict = verifyWebhook({ ...delivered, secret: 'b'.repeat(64), now });
  expect(describeDelivery(delivered, verdict, now)).toMatch(
    /attempt 2 NOT VERIFIED: X-Service-Signature does not match/,
  );
});

test('an event without a shipment is shown all the same', () => {
  const ping = received({ event: 'test.ping', data: {} });
  expect(describeDelivery(ping, verifyWebhook({ ...ping, secret, now }), now)).toBe(
    '12:30:01 test.ping attempt 2 verified',
  );
});
