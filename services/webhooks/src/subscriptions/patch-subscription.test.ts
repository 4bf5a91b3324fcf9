import { createWebhook, patchWebhook, testWebhook, webhookEvents } from '@freight/contracts';
import { organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());

const context = () => organizationContext('org_patch');
const create = () =>
  fixture.service.call(createWebhook, context(), {
    name: 'Before',
    url: fixture.receiver.url,
    events: ['shipment.lost'],
  });
const patch = (input: { id: string; name?: string; url?: string; events?: 'shipment.lost'[]; isActive?: boolean }) =>
  fixture.service.call(patchWebhook, context(), input);

describe('patching a subscription', () => {
  test('changes what is named and leaves the rest', async () => {
    const { secret: _, ...before } = await create();
    expect(await patch({ id: before.id, name: 'After' })).toEqual({ ...before, name: 'After' });
    expect(await patch({ id: before.id, isActive: false })).toEqual({ ...before, name: 'After', isActive: false });
    expect(await patch({ id: before.id })).toEqual({ ...before, name: 'After', isActive: false });
    expect((await patch({ id: before.id, events: [] })).events).toEqual(webhookEvents);
  });

  test('sends to the new address from then on', async () => {
    const { id } = await create();
    await patch({ id, url: `${fixture.receiver.url}/moved` });
    await fixture.service.call(testWebhook, context(), { id });
    expect(fixture.receiver.received.at(-1)?.url).toBe('/moved');
  });

  test('refuses a target on `url`', async () => {
    const { id } = await create();
    await expect(patch({ id, url: 'https://10.0.0.1/' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { url: ['must be a public address'] },
    });
  });

  test('switched on again forgets why it was off', async () => {
    const { id } = await create();
    await fixture.service.db
      .updateTable('subscriptions')
      .set({
        is_active: false,
        deactivation_reason: 'because',
        failing_since: new Date(0),
        paused_until: new Date(0),
        unhealthy_in_a_row: 9,
      })
      .where('id', '=', id)
      .execute();
    expect(await patch({ id, isActive: true })).toMatchObject({ isActive: true, deactivationReason: null });
    const row = await fixture.service.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ failing_since: null, paused_until: null, unhealthy_in_a_row: 0 });
  });

  test('of another organization is NOT_FOUND', async () => {
    const { id } = await create();
    const stranger = fixture.service.call(patchWebhook, organizationContext('org_other'), { id, name: 'Mine now' });
    await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
