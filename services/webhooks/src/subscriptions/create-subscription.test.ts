import { createWebhook, FreightError, listWebhooks, webhookEvents } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';
import { maxSubscriptions } from './subscription.store.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'false' });
});
afterAll(() => fixture.stop());

const create = (
  input: { name: string; url: string; events?: ('shipment.lost' | 'shipment.damaged')[] },
  context = organizationContext('org_create'),
) => fixture.service.call(createWebhook, context, input);

describe('creating a subscription', () => {
  test('answers with a secret of 64 hex characters and fresh counters', async () => {
    expect(await create({ name: 'Orders', url: 'https://example.com/hook' })).toMatchObject({
      id: expect.stringMatching(/^whk_/),
      name: 'Orders',
      url: 'https://example.com/hook',
      isActive: true,
      totalSent: 0,
      totalFailed: 0,
      lastFiredAt: null,
      deactivationReason: null,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('means all events when none is named', async () => {
    const { events } = await create({ name: 'All', url: 'https://example.com/' });
    expect(events).toEqual(webhookEvents);
  });

  test('keeps the events that are named, each once', async () => {
    const { events } = await create({
      name: 'Some',
      url: 'https://example.com/',
      events: ['shipment.damaged', 'shipment.lost', 'shipment.lost'],
    });
    expect(events).toEqual(['shipment.lost', 'shipment.damaged']);
  });

  test.each(['http://example.com/', 'https://127.0.0.1/', 'https://user@example.com/', 'https://example.com:22/'])(
    'is refused on `url` for %s',
    async (url) => {
      await expect(create({ name: 'Bad', url })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: { url: [expect.any(String)] },
      });
    },
  );

  test('twice by one operation makes one', async () => {
    const context = organizationContext('org_repeat');
    const first = await create({ name: 'Once', url: 'https://example.com/' }, context);
    const second = await create({ name: 'Once', url: 'https://example.com/' }, context);
    expect(second).toEqual(first);
    const { subscriptions } = await fixture.service.call(listWebhooks, context, {});
    expect(subscriptions.length).toBe(1);
  });

  test('ends at the limit of an organization', async () => {
    const one = () => create({ name: 'Many', url: 'https://example.com/' }, organizationContext('org_many'));
    for (let made = 0; made < maxSubscriptions; made += 1) await one();
    await expect(one()).rejects.toBeInstanceOf(FreightError);
  });
});
