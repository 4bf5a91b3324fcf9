import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  patchWebhook,
  testWebhook,
  webhookEvents,
  webhookShipment,
} from '@freight/contracts';
import { eventually, organizationContext } from '@freight/testing';
import { verifyWebhook } from '@freight/webhook-signature';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertTestDelivery } from '../deliveries/delivery.store.ts';
import { hang, status } from '../delivery/receiver.fixture.ts';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture({ WEBHOOK_TIMEOUT_MS: '300' });
});
afterAll(() => fixture.stop());
beforeEach(() => {
  fixture.receiver.received.splice(0);
  fixture.receiver.answerWith(status(200));
});

const organization = 'org_ping';
const context = () => organizationContext(organization);
const create = () => fixture.service.call(createWebhook, context(), { name: 'Hook', url: fixture.receiver.url });
const ping = (id: string) => fixture.service.call(testWebhook, context(), { id });

describe('testing a subscription', () => {
  test('sends a signed sample with a whole shipment, waits for the answer and shows it among the deliveries', async () => {
    const { id, secret } = await create();
    const { success, deliveryId } = await ping(id);
    expect(success).toBe(true);
    const { body = '', headers = {} } = fixture.receiver.received[0] ?? {};
    expect(headers['x-service-event']).toBe('test.ping');
    expect(verifyWebhook({ body, headers, secret })).toMatchObject({ ok: true, deliveryId });
    const payload = JSON.parse(body);
    expect(payload.event).toBe('test.ping');
    expect(webhookShipment.safeParse(payload.data.shipment).success).toBe(true);
    expect(await fixture.service.call(listDeliveries, context(), { id })).toMatchObject([
      { id: deliveryId, event: 'test.ping', status: 'SUCCEEDED', attempt: 1, requestBody: body },
    ]);
  });

  test.each(webhookEvents)('sends a sample of %s on request, in the status that it announces', async (event) => {
    const { id } = await create();
    expect(await fixture.service.call(testWebhook, context(), { id, event })).toMatchObject({ success: true });
    const { body = '', headers = {} } = fixture.receiver.received[0] ?? {};
    expect(headers['x-service-event']).toBe(event);
    const payload = JSON.parse(body);
    expect(payload.event).toBe(event);
    const { status: announced } = webhookShipment.parse(payload.data.shipment);
    expect(event).toBe(`shipment.${announced.toLowerCase()}`);
  });

  test('sends a sample once, even when the sender stops in the middle of it', async () => {
    fixture.receiver.answerWith(status(500));
    const { id } = await create();
    await insertTestDelivery(fixture.service.db, organization, id, {
      id: 'dlv_lost',
      event: 'shipment.delivered',
      payload: '{}',
      operationId: 'op_lost',
      leaseMs: 0,
      traceparent: null,
    });
    await eventually(async () =>
      expect(await fixture.service.call(listDeliveries, context(), { id })).toMatchObject([
        { id: 'dlv_lost', status: 'FAILED', nextAttemptAt: null },
      ]),
    );
  });

  test.each([
    ['refuses', status(400), { responseStatus: 400, error: 'answered 400' }],
    ['fails', status(500), { responseStatus: 500, error: 'answered 500' }],
    ['hangs', hang, { responseStatus: null, error: 'no answer within 0.3 s' }],
  ])('says no when the receiver %s, at once, and does not try again', async (_, answering, expected) => {
    fixture.receiver.answerWith(answering);
    const { id } = await create();
    expect(await ping(id)).toMatchObject({ success: false });
    expect(await fixture.service.call(listDeliveries, context(), { id })).toMatchObject([
      { status: 'FAILED', attempt: 1, nextAttemptAt: null, ...expected },
    ]);
    const { subscriptions } = await fixture.service.call(listWebhooks, context(), {});
    expect(subscriptions.find((subscription) => subscription.id === id)).toMatchObject({
      totalSent: 0,
      totalFailed: 1,
    });
  });

  test('passes the same guard: a target that is not public any more is refused', async () => {
    const { id } = await create();
    await fixture.service.db
      .updateTable('subscriptions')
      .set({ url: 'https://10.0.0.1/' })
      .where('id', '=', id)
      .execute();
    expect(await ping(id)).toMatchObject({ success: false });
    expect(await fixture.service.call(listDeliveries, context(), { id })).toMatchObject([
      { error: 'target must be a public address' },
    ]);
  });

  test('works while it is switched off', async () => {
    const { id } = await create();
    await fixture.service.call(patchWebhook, context(), { id, isActive: false });
    expect(await ping(id)).toMatchObject({ success: true });
  });

  test('twice by one operation sends once and answers the same', async () => {
    const { id } = await create();
    const once = context();
    const first = await fixture.service.call(testWebhook, once, { id });
    expect(await fixture.service.call(testWebhook, once, { id })).toEqual(first);
    expect(fixture.receiver.received.length).toBe(1);
  });

  test('of another organization is NOT_FOUND', async () => {
    const { id } = await create();
    const stranger = fixture.service.call(testWebhook, organizationContext('org_other'), { id });
    await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
