import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  patchWebhook,
  replayDeliveries,
  testWebhook,
} from '@freight/contracts';
import { eventually, organizationContext } from '@freight/testing';
import { verifyWebhook } from '@freight/webhook-signature';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fanOutEvent, organizationId, shipmentEvent } from '../delivery/engine.fixture.ts';
import { status } from '../delivery/receiver.fixture.ts';
import { type WebhooksFixture, webhooksFixture } from '../service.fixture.ts';
import { purgeDeleted } from '../subscriptions/purge-deleted.store.ts';

let fixture: WebhooksFixture;
let id: string;
let secret: string;
beforeAll(async () => {
  fixture = await webhooksFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  for (const table of ['subscriptions', 'deliveries', 'pending_deliveries', 'delivery_attempts', 'replays'] as const) {
    await fixture.service.db.deleteFrom(table).execute();
  }
  fixture.receiver.received.splice(0);
  fixture.receiver.answerWith(status(200));
  ({ id, secret } = await fixture.service.call(createWebhook, context(), { name: 'Hook', url: fixture.receiver.url }));
});

const longAgo = '2020-01-01T00:00:00Z';
const context = () => organizationContext(organizationId);
const replay = (input: { from: string; to?: string; events?: 'shipment.delivered'[] }, by = context()) =>
  fixture.service.call(replayDeliveries, by, { id, ...input });
const eventsReceived = () => fixture.receiver.received.map(({ headers }) => headers['x-service-event']);
/** Delivers two events of one shipment, the first a day before the second, and forgets what was received. */
const deliverTwo = async () => {
  const { db } = fixture.service;
  await fanOutEvent(db, shipmentEvent('shp_1', 2, 'LABEL_GENERATED'));
  await sql`update deliveries set created_at = created_at - interval '1 day'`.execute(db);
  await eventually(() => expect(fixture.receiver.received.length).toBe(1));
  await fanOutEvent(db, shipmentEvent('shp_1', 3, 'DELIVERED'));
  await eventually(async () =>
    expect((await list()).map((delivery) => delivery.status)).toEqual(['SUCCEEDED', 'SUCCEEDED']),
  );
  return fixture.receiver.received.splice(0);
};
const list = () => fixture.service.call(listDeliveries, context(), { id, limit: 100 });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('a replay', () => {
  test('sends the events of the period again: the same bytes, signed anew, as new deliveries, in their order', async () => {
    const first = await deliverTwo();
    expect(await replay({ from: longAgo })).toEqual({ queued: 2 });
    await eventually(async () =>
      expect((await list()).map((delivery) => delivery.status)).toEqual(Array.from({ length: 4 }, () => 'SUCCEEDED')),
    );
    const again = fixture.receiver.received;
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    expect(again.map(({ headers }) => headers['x-service-delivery-attempt'])).toEqual(['1', '1']);
    const ids = [...first, ...again].map(({ headers }) => headers['x-service-delivery-id']);
    expect(new Set(ids).size).toBe(4);
    for (const { body, headers } of again) expect(verifyWebhook({ body, headers, secret })).toMatchObject({ ok: true });
  });

  test('has the events between from and to only, and of those named only', async () => {
    await deliverTwo();
    expect(await replay({ from: hoursAgo(30), to: hoursAgo(20) })).toEqual({ queued: 1 });
    await eventually(() => expect(eventsReceived()).toEqual(['shipment.label_generated']));
    expect(await replay({ from: longAgo, events: ['shipment.delivered'] })).toEqual({ queued: 1 });
    await eventually(() => expect(eventsReceived()).toEqual(['shipment.label_generated', 'shipment.delivered']));
    expect(await replay({ from: longAgo, to: hoursAgo(48) })).toEqual({ queued: 0 });
  });

  test('repeats neither tests nor earlier replays', async () => {
    await deliverTwo();
    await fixture.service.call(testWebhook, context(), { id });
    await replay({ from: longAgo });
    expect(await replay({ from: longAgo })).toEqual({ queued: 2 });
  });

  test('keeps the order of a shipment when an earlier event has to be tried again, and lets new events pass', async () => {
    await deliverTwo();
    fixture.receiver.answerWith((response, request, count) =>
      status(request.headers['x-service-event'] === 'shipment.label_generated' ? 500 : 200)(response, request, count),
    );
    await replay({ from: longAgo });
    await eventually(() => expect(eventsReceived()).toEqual(['shipment.label_generated']));
    await fanOutEvent(fixture.service.db, shipmentEvent('shp_1', 4, 'LOST'));
    await eventually(() => expect(eventsReceived()).toEqual(['shipment.label_generated', 'shipment.lost']));
    fixture.receiver.answerWith(status(200));
    await sql`update pending_deliveries set due_at = now() where attempt > 0`.execute(fixture.service.db);
    await eventually(() =>
      expect(eventsReceived()).toEqual([
        'shipment.label_generated',
        'shipment.lost',
        'shipment.label_generated',
        'shipment.delivered',
      ]),
    );
  });

  test('twice by one operation queues once', async () => {
    await deliverTwo();
    const once = context();
    expect(await replay({ from: longAgo }, once)).toEqual({ queued: 2 });
    expect(await replay({ from: longAgo }, once)).toEqual({ queued: 2 });
    expect((await list()).length).toBe(4);
  });

  test('of more than 10,000 events is refused and queues nothing', async () => {
    await deliverTwo();
    await sql`
      insert into deliveries (organization_id, id, subscription_id, event_id, event, payload, status)
      select organization_id, 'dlv_old' || n, subscription_id, 'evt_old' || n, event, payload, status
      from (select * from deliveries limit 1) one, generate_series(1, 10000) n`.execute(fixture.service.db);
    await expect(replay({ from: longAgo })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await fixture.service.db.selectFrom('pending_deliveries').select('delivery_id').execute()).toEqual([]);
  });

  test('of a subscription that is switched off is INVALID_STATE', async () => {
    await fixture.service.call(patchWebhook, context(), { id, isActive: false });
    await expect(replay({ from: longAgo })).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('of another organization is NOT_FOUND', async () => {
    await expect(replay({ from: longAgo }, organizationContext('org_other'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('that ends before it begins is VALIDATION_FAILED', async () => {
    await expect(replay({ from: hoursAgo(1), to: hoursAgo(2) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('goes with its subscription', async () => {
    await deliverTwo();
    await replay({ from: longAgo });
    await fixture.service.call(deleteWebhook, context(), { id });
    await purgeDeleted(fixture.service.db, { graceSeconds: 0 });
    expect(await fixture.service.db.selectFrom('replays').select('id').execute()).toEqual([]);
  });
});
