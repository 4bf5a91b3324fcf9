import { createWebhook, deleteWebhook, listDeliveries, listWebhooks, testWebhook } from '@freight/contracts';
import { eventually, organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fanOutEvent, organizationId, shipmentEvent } from '../delivery/engine.fixture.ts';
import { status } from '../delivery/receiver.fixture.ts';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';
import { purgeDeleted } from './purge-deleted.store.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());

const context = () => organizationContext(organizationId);
const create = () => fixture.service.call(createWebhook, context(), { name: 'Gone', url: fixture.receiver.url });

describe('deleting a subscription', () => {
  test('hides it and its history at once, and removes the rows soon', async () => {
    const { service } = fixture;
    const { id } = await create();
    await service.call(testWebhook, context(), { id });
    expect(await service.call(deleteWebhook, context(), { id })).toEqual({ id });
    expect((await service.call(listWebhooks, context(), {})).subscriptions).toEqual([]);
    await expect(service.call(listDeliveries, context(), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await purgeDeleted(service.db, { graceSeconds: 0 });
    for (const table of ['subscriptions', 'deliveries', 'pending_deliveries', 'delivery_attempts'] as const) {
      expect(await service.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('ends its retries and gets no new events', async () => {
    const { service, receiver } = fixture;
    const { id } = await create();
    receiver.answerWith(status(500));
    await fanOutEvent(service.db, shipmentEvent('shp_gone', 2, 'DELIVERED'));
    const next = await eventually(async () => {
      const pending = await service.db.selectFrom('pending_deliveries').selectAll().executeTakeFirstOrThrow();
      expect(pending).toMatchObject({ attempt: 1, in_flight: false });
      return pending;
    });
    await service.call(deleteWebhook, context(), { id });
    await service.db.updateTable('pending_deliveries').set({ due_at: next.created_at }).execute();
    expect(await fanOutEvent(service.db, shipmentEvent('shp_gone', 3, 'LOST'))).toEqual([]);
    receiver.received.splice(0);
    const other = await create();
    await service.call(testWebhook, context(), { id: other.id });
    expect(receiver.received.map(({ headers }) => headers['x-service-event'])).toEqual(['test.ping']);
    const [pending] = await service.db
      .selectFrom('pending_deliveries')
      .selectAll()
      .where('subscription_id', '=', id)
      .execute();
    expect(pending).toMatchObject({ attempt: 1 });
  });

  test('twice by one operation answers the same; by another it is NOT_FOUND', async () => {
    const { id } = await create();
    const once = context();
    await fixture.service.call(deleteWebhook, once, { id });
    expect(await fixture.service.call(deleteWebhook, once, { id })).toEqual({ id });
    await expect(fixture.service.call(deleteWebhook, context(), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
