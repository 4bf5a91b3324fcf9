import { createWebhook, listWebhooks, webhookEvents } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());

describe('listing subscriptions', () => {
  test('shows those of the organization without their secrets, and what can be subscribed to', async () => {
    const { service } = fixture;
    const { secret, ...mine } = await service.call(createWebhook, organizationContext('org_a'), {
      name: 'Mine',
      url: 'https://example.com/',
    });
    await service.call(createWebhook, organizationContext('org_b'), { name: 'Theirs', url: 'https://example.com/' });
    await service.call(createWebhook, organizationContext('org_a_test'), { name: 'Test', url: 'https://example.com/' });
    expect(secret).toHaveLength(64);
    expect(await service.call(listWebhooks, organizationContext('org_a'), {})).toEqual({
      subscriptions: [mine],
      allowedEvents: [...webhookEvents],
    });
  });
});
