import { createWebhook, rotateWebhookSecret, testWebhook } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { verifyWebhook } from '@freight/webhook-signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());

describe('rotating a secret', () => {
  test('signs everything after the answer with the new one, and nothing with the old', async () => {
    const { service, receiver } = fixture;
    const context = organizationContext('org_rotate');
    const { id, secret: before } = await service.call(createWebhook, context, { name: 'Hook', url: receiver.url });
    const { secret } = await service.call(rotateWebhookSecret, organizationContext('org_rotate'), { id });
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    await service.call(testWebhook, organizationContext('org_rotate'), { id });
    const { body = '', headers = {} } = receiver.received.at(-1) ?? {};
    expect(verifyWebhook({ body, headers, secret }).ok).toBe(true);
    expect(verifyWebhook({ body, headers, secret: before }).ok).toBe(false);
  });

  test('of another organization is NOT_FOUND and changes nothing', async () => {
    const { service, receiver } = fixture;
    const { id, secret } = await service.call(createWebhook, organizationContext('org_mine'), {
      name: 'Hook',
      url: receiver.url,
    });
    const theft = service.call(rotateWebhookSecret, organizationContext('org_thief'), { id });
    await expect(theft).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const row = await service.db.selectFrom('subscriptions').select('secret').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ secret });
  });
});
