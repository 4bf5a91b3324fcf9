import { createWebhook, listDeliveries } from '@freight/contracts';
import { eventually, organizationContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fanOutEvent, organizationId, shipmentEvent } from '../delivery/engine.fixture.ts';
import { status } from '../delivery/receiver.fixture.ts';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';

let fixture: WebhooksFixture;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());

const context = organizationContext(organizationId);

describe('listing deliveries', () => {
  test('gives the newest first, with what the receiver said and when it is tried next', async () => {
    const { service, receiver } = fixture;
    receiver.answerWith((response, request, count) =>
      status(request.headers['x-service-event'] === 'shipment.lost' ? 503 : 200, 'words')(response, request, count),
    );
    const { id } = await service.call(createWebhook, context, { name: 'Hook', url: receiver.url });
    for (const shipment of ['shp_1', 'shp_2', 'shp_3'])
      await fanOutEvent(service.db, shipmentEvent(shipment, 2, 'DELIVERED'));
    await fanOutEvent(service.db, shipmentEvent('shp_4', 2, 'LOST'));
    const deliveries = await eventually(async () => {
      const found = await service.call(listDeliveries, context, { id });
      expect(found.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
      return found;
    });
    expect(deliveries.map(({ requestBody }) => JSON.parse(requestBody).data.shipment.id)).toEqual([
      'shp_4',
      'shp_3',
      'shp_2',
      'shp_1',
    ]);
    expect(deliveries.map(({ status: settled }) => settled)).toEqual([
      'PENDING',
      'SUCCEEDED',
      'SUCCEEDED',
      'SUCCEEDED',
    ]);
    expect(deliveries[0]).toMatchObject({
      webhookId: id,
      event: 'shipment.lost',
      responseStatus: 503,
      responseBody: 'words',
      error: 'answered 503',
      nextAttemptAt: expect.any(String),
    });
  });

  test('gives no more than asked for', async () => {
    const { service, receiver } = fixture;
    const other = organizationContext('org_limit');
    const { id } = await service.call(createWebhook, other, { name: 'Hook', url: receiver.url });
    for (let shipment = 0; shipment < 12; shipment += 1) {
      await fanOutEvent(service.db, {
        ...shipmentEvent(`shp_${shipment}`, 2, 'DELIVERED'),
        organizationid: 'org_limit',
      });
    }
    expect((await service.call(listDeliveries, other, { id, limit: 10 })).length).toBe(10);
  });

  test('of another organization is NOT_FOUND', async () => {
    const { id } = await fixture.service.call(createWebhook, context, { name: 'Hook', url: fixture.receiver.url });
    const stranger = fixture.service.call(listDeliveries, organizationContext('org_other'), { id });
    await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
