import { createWebhook, listDeliveries, listWebhooks, patchWebhook, retryDelivery } from '@freight/contracts';
import { eventually, organizationContext } from '@freight/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fanOutEvent, organizationId, shipmentEvent } from '../delivery/engine.fixture.ts';
import { hang, status } from '../delivery/receiver.fixture.ts';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';

let fixture: WebhooksFixture;
let id: string;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  for (const table of ['subscriptions', 'deliveries', 'pending_deliveries', 'delivery_attempts'] as const) {
    await fixture.service.db.deleteFrom(table).execute();
  }
  fixture.receiver.received.splice(0);
  fixture.receiver.answerWith(status(200));
  ({ id } = await fixture.service.call(createWebhook, context(), { name: 'Hook', url: fixture.receiver.url }));
});

const context = () => organizationContext(organizationId);
const list = () => fixture.service.call(listDeliveries, context(), { id });
const retry = (deliveryId: string, by = context()) => fixture.service.call(retryDelivery, by, { id: deliveryId });
const announce = (version: number, next: 'LABEL_GENERATED' | 'DELIVERED') =>
  fanOutEvent(fixture.service.db, shipmentEvent('shp_1', version, next));
/** The newest delivery once it has this status after an attempt. */
const newestOnce = (expected: string) =>
  eventually(async () => {
    const [newest] = await list();
    expect(newest).toMatchObject({
      status: expected,
      attempt: 1,
      nextAttemptAt: expected === 'PENDING' ? expect.any(String) : null,
    });
    return newest?.id ?? '';
  });

describe('retrying a delivery', () => {
  test('that failed sends the same bytes again as a new delivery', async () => {
    fixture.receiver.answerWith(status(400));
    await announce(2, 'DELIVERED');
    const failed = await newestOnce('FAILED');
    fixture.receiver.answerWith(status(200));
    const { success, newDeliveryId } = await retry(failed);
    expect(success).toBe(true);
    await eventually(async () =>
      expect((await list()).map((delivery) => [delivery.id, delivery.status])).toEqual([
        [newDeliveryId, 'SUCCEEDED'],
        [failed, 'FAILED'],
      ]),
    );
    const [first, second] = fixture.receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers).toMatchObject({
      'x-service-delivery-id': newDeliveryId,
      'x-service-delivery-attempt': '1',
    });
    const { subscriptions } = await fixture.service.call(listWebhooks, context(), {});
    expect(subscriptions).toMatchObject([{ totalSent: 1, totalFailed: 1 }]);
  });

  test('that succeeded sends it again too', async () => {
    await announce(2, 'DELIVERED');
    await retry(await newestOnce('SUCCEEDED'));
    await eventually(() => expect(fixture.receiver.received.length).toBe(2));
  });

  test('that still waits for its next attempt takes its place, in front of later events of the shipment', async () => {
    fixture.receiver.answerWith(status(500));
    await announce(2, 'LABEL_GENERATED');
    const waiting = await newestOnce('PENDING');
    await announce(3, 'DELIVERED');
    fixture.receiver.answerWith(status(200));
    const { newDeliveryId } = await retry(waiting);
    await eventually(async () =>
      expect(Object.fromEntries((await list()).map((delivery) => [delivery.id, delivery.status]))).toMatchObject({
        [newDeliveryId]: 'SUCCEEDED',
        [waiting]: 'FAILED',
      }),
    );
    await eventually(() =>
      expect(fixture.receiver.received.map(({ headers }) => headers['x-service-event'])).toEqual([
        'shipment.label_generated',
        'shipment.label_generated',
        'shipment.delivered',
      ]),
    );
  });

  test('with an attempt under way is INVALID_STATE', async () => {
    fixture.receiver.answerWith(hang);
    await announce(2, 'DELIVERED');
    await eventually(() => expect(fixture.receiver.open()).toBe(1));
    const [newest] = await list();
    await expect(retry(newest?.id ?? '')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    fixture.receiver.answerWith(status(200));
    fixture.receiver.dropOpen();
  });

  test('of a subscription that is switched off is INVALID_STATE', async () => {
    await announce(2, 'DELIVERED');
    const delivered = await newestOnce('SUCCEEDED');
    await fixture.service.call(patchWebhook, context(), { id, isActive: false });
    await expect(retry(delivered)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('twice by one operation makes one new delivery', async () => {
    await announce(2, 'DELIVERED');
    const delivered = await newestOnce('SUCCEEDED');
    const once = context();
    expect(await retry(delivered, once)).toEqual(await retry(delivered, once));
    expect((await list()).length).toBe(2);
  });

  test('of another organization, or of none, is NOT_FOUND', async () => {
    await announce(2, 'DELIVERED');
    const delivered = await newestOnce('SUCCEEDED');
    await expect(retry(delivered, organizationContext('org_other'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(retry('dlv_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
