import { eventually } from '@freight/testing';
import { verifyWebhook } from '@freight/webhook-signature';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNewestDeliveries } from '../deliveries/delivery.store.ts';
import { getSubscription, type SubscriptionWithSecret } from '../subscriptions/subscription.store.ts';
import { type Claim, claimDue } from './claim-due.store.ts';
import { type EngineFixture, engineFixture, fanOutEvent, organizationId, shipmentEvent } from './engine.fixture.ts';
import { fanOutEvents } from './fan-out-events.ts';
import { hang, type Receiver, reset, startReceiver, status } from './receiver.fixture.ts';
import { recordResults } from './record-results.store.ts';

let fixture: EngineFixture;
let receiver: Receiver;

beforeAll(async () => {
  fixture = await engineFixture();
});
afterAll(() => fixture.stop());

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await fixture.stopEngines();
  for (const table of ['subscriptions', 'deliveries', 'pending_deliveries', 'delivery_attempts'] as const) {
    await fixture.db.deleteFrom(table).execute();
  }
});

const deliveriesOf = ({ id }: SubscriptionWithSecret) => listNewestDeliveries(fixture.db, organizationId, id, 100);
const statusesOf = async (subscription: SubscriptionWithSecret) =>
  (await deliveriesOf(subscription)).map((delivery) => delivery.status);
const attemptsOf = (deliveryId: string) =>
  fixture.db
    .selectFrom('delivery_attempts')
    .select(['attempt', 'outcome', 'response_status', 'error'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .execute();
const eventsAt = ({ received }: Receiver) => received.map(({ headers }) => headers['x-service-event']);
const waitingForLocks = async () => {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(fixture.db);
  return rows.length;
};
const acknowledged = (claim: Claim | undefined) =>
  ({
    organizationId,
    deliveryId: claim?.deliveryId ?? '',
    attempt: claim?.attempt ?? 0,
    secretVersion: 1,
    outcome: 'acknowledged',
    delayMs: null,
    isHealthy: true,
    responseStatus: 200,
    responseBody: '',
    error: null,
    durationMs: 1,
  }) as const;
const claimAll = (leaseMs = 30_000) =>
  claimDue(fixture.db, {
    subscriptionIds: undefined,
    inFlight: new Map(),
    perSubscription: 10,
    capacity: 100,
    retryCapacity: 100,
    leaseMs,
  });

describe('a delivery', () => {
  test('posts the stored bytes, signed so that verifyWebhook and Standard Webhooks both accept them', async () => {
    const subscription = await fixture.subscribe(`${receiver.url}/hook?x=1`);
    fixture.start();
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']));

    const [request, ...others] = receiver.received;
    const [delivery] = await deliveriesOf(subscription);
    expect(others).toEqual([]);
    expect(request?.url).toBe('/hook?x=1');
    expect(request?.body).toBe(delivery?.payload);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      event: 'shipment.label_generated',
      timestamp: '2026-01-02T12:00:00.000Z',
      data: { shipment: { id: 'shp_1', status: 'LABEL_GENERATED' } },
    });
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'shipment.label_generated',
      'x-service-delivery-attempt': '1',
      'x-service-delivery-id': delivery?.id,
    });
    const { body = '', headers = {} } = request ?? {};
    expect(verifyWebhook({ body, headers, secret: subscription.secret })).toMatchObject({ ok: true });
    const standard = new Webhook(Buffer.from(subscription.secret, 'utf8').toString('base64'));
    const standardHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    expect(standard.verify(body, standardHeaders)).toMatchObject({ event: 'shipment.label_generated' });
  });

  test('is made once of an event that is heard twice, for each subscription that wants it', async () => {
    const all = await fixture.subscribe(receiver.url);
    const some = await fixture.subscribe(receiver.url, ['shipment.delivered']);
    const others = await fixture.subscribe(receiver.url, ['shipment.lost']);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await fixture.announce('shp_1', 2, 'DELIVERED');
    expect((await deliveriesOf(all)).length).toBe(1);
    expect((await deliveriesOf(some)).length).toBe(1);
    expect((await deliveriesOf(others)).length).toBe(0);
  });

  test.each(['CREATED', 'PICKUP_FAILED'] as const)('is never made of %s', async (silent) => {
    const subscription = await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 1, silent);
    expect(await deliveriesOf(subscription)).toEqual([]);
  });

  test('is tried again after a 500 and ends acknowledged, with every attempt recorded', async () => {
    receiver.answerWith((response, _, count) =>
      status(count < 3 ? 500 : 204, count < 3 ? `no ${count}` : '')(response, _, count),
    );
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start();
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']));

    const [delivery] = await deliveriesOf(subscription);
    expect(await attemptsOf(delivery?.id ?? '')).toEqual([
      { attempt: 1, outcome: 'retry', response_status: 500, error: 'answered 500' },
      { attempt: 2, outcome: 'retry', response_status: 500, error: 'answered 500' },
      { attempt: 3, outcome: 'acknowledged', response_status: 204, error: null },
    ]);
    expect(receiver.received.map(({ headers }) => headers['x-service-delivery-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(1);
    const { total_sent, total_failed } = await getSubscription(fixture.db, organizationId, subscription.id);
    expect({ total_sent, total_failed }).toEqual({ total_sent: 1, total_failed: 0 });
  });

  test('is failed at once by a 4xx', async () => {
    receiver.answerWith(status(422, 'I never take that'));
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start();
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['FAILED']));
    expect(await deliveriesOf(subscription)).toMatchObject([
      { attempt: 1, response_status: 422, response_body: 'I never take that', next_attempt_at: null },
    ]);
    const { total_sent, total_failed } = await getSubscription(fixture.db, organizationId, subscription.id);
    expect({ total_sent, total_failed }).toEqual({ total_sent: 0, total_failed: 1 });
  });

  test('is given up after the last step of the schedule', async () => {
    receiver.answerWith(reset);
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start({ schedule: [0, 10, 10] });
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['FAILED']));
    const [delivery] = await deliveriesOf(subscription);
    expect((await attemptsOf(delivery?.id ?? '')).map(({ outcome }) => outcome)).toEqual([
      'retry',
      'retry',
      'exhausted',
    ]);
  });

  test('that was refused for a secret rotated under way is tried again with the new one', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    const rotate = sql`update subscriptions set secret = repeat('a', 64), secret_version = 2`;
    receiver.answerWith((response, request, count) => {
      if (count > 1) status(200)(response, request, count);
      else void rotate.execute(fixture.db).then(() => status(401)(response, request, count));
    });
    fixture.start();
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']));
    const { body = '', headers = {} } = receiver.received[1] ?? {};
    expect(verifyWebhook({ body, headers, secret: 'a'.repeat(64) })).toMatchObject({ ok: true });
  });
});

describe('the order of one shipment', () => {
  test('holds when an earlier delivery has to be tried again, while other shipments go on', async () => {
    receiver.answerWith((response, request, count) => {
      const isFirst = request.headers['x-service-event'] === 'shipment.label_generated';
      const failing = isFirst && Number(request.headers['x-service-delivery-attempt']) < 4;
      status(failing ? 503 : 200)(response, request, count);
    });
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start();
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await fixture.announce('shp_1', 3, 'PICKED_UP');
    await fixture.announce('shp_2', 2, 'CANCELLED');
    await fixture.announce('shp_1', 4, 'DELIVERED');
    await eventually(async () =>
      expect(await statusesOf(subscription)).toEqual(Array.from({ length: 4 }, () => 'SUCCEEDED')),
    );
    const ofFirst = eventsAt(receiver).filter((event) => event !== 'shipment.cancelled');
    expect(ofFirst).toEqual([
      ...Array.from({ length: 4 }, () => 'shipment.label_generated'),
      'shipment.picked_up',
      'shipment.delivered',
    ]);
  });

  test('holds under a storm of events and failures of many shipments', async () => {
    const acknowledged = new Map<string, number[]>();
    receiver.answerWith((response, request, count) => {
      if (count % 3 === 0) return status(500)(response, request, count);
      const { data, event } = JSON.parse(request.body);
      const rank = [
        'shipment.label_generated',
        'shipment.picked_up',
        'shipment.in_transit',
        'shipment.delivered',
      ].indexOf(event);
      acknowledged.set(data.shipment.id, [...(acknowledged.get(data.shipment.id) ?? []), rank]);
      return status(200)(response, request, count);
    });
    await fixture.subscribe(receiver.url);
    fixture.start();
    fixture.start();
    const shipments = Array.from({ length: 30 }, (_, index) => `shp_${index}`);
    for (const [index, next] of (['LABEL_GENERATED', 'PICKED_UP', 'IN_TRANSIT', 'DELIVERED'] as const).entries()) {
      await Promise.all(shipments.map((shipment) => fixture.announce(shipment, index + 2, next)));
    }
    await eventually(
      async () => expect(await fixture.db.selectFrom('pending_deliveries').select('delivery_id').execute()).toEqual([]),
      20_000,
    );
    expect([...acknowledged.values()]).toEqual(shipments.map(() => [0, 1, 2, 3]));
  });

  test('never strands a delivery that is made in the moment in which the one before it is settled', async () => {
    await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    const [first] = await claimAll();
    const settling = await fixture.db.transaction().execute(async (making) => {
      await fanOutEvent(making, shipmentEvent('shp_1', 3, 'DELIVERED'));
      const settling = recordResults(fixture.db, [acknowledged(first)]);
      // The later delivery cannot be seen yet, so the settling has to wait for it.
      await eventually(async () => expect(await waitingForLocks()).toBe(1));
      return { settled: settling };
    });
    expect((await settling.settled).deliveryIds).toEqual([first?.deliveryId]);
    expect((await claimAll()).map(({ event }) => event)).toEqual(['shipment.delivered']);
  });

  test('lets a delivery go at once whose predecessor is settled while it is made', async () => {
    await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    const making = await fixture.db.transaction().execute(async (settling) => {
      await settling.deleteFrom('pending_deliveries').execute();
      const making = fanOutEvent(fixture.db, shipmentEvent('shp_1', 3, 'DELIVERED'));
      await eventually(async () => expect(await waitingForLocks()).toBe(1));
      return { made: making };
    });
    await making.made;
    expect((await claimAll()).map(({ event }) => event)).toEqual(['shipment.delivered']);
  });

  test('holds within one batch of events too', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    const events = [
      shipmentEvent('shp_1', 3, 'DELIVERED'),
      shipmentEvent('shp_2', 2, 'CANCELLED'),
      shipmentEvent('shp_1', 2, 'LABEL_GENERATED'),
    ].map((event) => ({ event, traceparent: null }));
    expect(await fanOutEvents(fixture.db, events)).toEqual([subscription.id]);
    expect((await claimAll()).map(({ event }) => event).toSorted()).toEqual([
      'shipment.cancelled',
      'shipment.label_generated',
    ]);
  });

  test('is given up after an hour of waiting', async () => {
    receiver.answerWith((response, request, count) =>
      status(request.headers['x-service-event'] === 'shipment.delivered' ? 200 : 500)(response, request, count),
    );
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start({ schedule: [0, 3_600_000, 3_600_000] });
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await fixture.announce('shp_1', 3, 'DELIVERED');
    await eventually(() => expect(eventsAt(receiver)).toEqual(['shipment.label_generated']));
    await sql`update pending_deliveries set created_at = created_at - interval '1 hour', due_at = due_at - interval '1 hour'
      where lane_version = 3`.execute(fixture.db);
    await eventually(async () => expect((await statusesOf(subscription)).toSorted()).toEqual(['PENDING', 'SUCCEEDED']));
    expect(eventsAt(receiver)).toContain('shipment.delivered');
  });
});

describe('a receiver that hangs', () => {
  test('holds up nobody else, and has no more requests open than its limit', async () => {
    const hanging = await startReceiver(hang);
    const slow = await fixture.subscribe(hanging.url);
    const healthy = await fixture.subscribe(receiver.url);
    fixture.start({ maxPerSubscription: 3, timeoutMs: 20_000 });
    for (let shipment = 0; shipment < 30; shipment += 1) await fixture.announce(`shp_${shipment}`, 2, 'DELIVERED');
    await eventually(async () => expect(new Set(await statusesOf(healthy))).toEqual(new Set(['SUCCEEDED'])));
    expect(receiver.received.length).toBe(30);
    expect(hanging.open()).toBe(3);
    expect(new Set(await statusesOf(slow))).toEqual(new Set(['PENDING']));
    await hanging.stop();
  });

  test('has its circuit opened after five attempts without an answer', async () => {
    receiver.answerWith(hang);
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start({ maxPerSubscription: 1, timeoutMs: 50 });
    for (let shipment = 0; shipment < 20; shipment += 1) await fixture.announce(`shp_${shipment}`, 2, 'DELIVERED');
    const row = await eventually(async () => {
      const found = await fixture.db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow();
      expect(found.paused_until).not.toBeNull();
      return found;
    });
    expect(row).toMatchObject({ id: subscription.id, unhealthy_in_a_row: 5, is_active: true });
    expect(await claimAll()).toEqual([]);
    await fixture.stopEngines();

    await sql`update subscriptions set paused_until = now()`.execute(fixture.db);
    expect((await claimAll()).length).toBe(1);
  });
});

describe('a claim', () => {
  const claim = (limits: { capacity?: number; retryCapacity?: number; perSubscription?: number }) =>
    claimDue(fixture.db, {
      subscriptionIds: undefined,
      inFlight: new Map(),
      perSubscription: 10,
      capacity: 100,
      retryCapacity: 100,
      leaseMs: 30_000,
      ...limits,
    });
  const makeRetries = async (count: number) => {
    await fixture.db.updateTable('pending_deliveries').set({ is_retry: true, attempt: 1 }).execute();
    for (let shipment = 0; shipment < count; shipment += 1)
      await fixture.announce(`shp_new_${shipment}`, 2, 'DELIVERED');
  };

  test('takes first attempts before retries, however long those have been due', async () => {
    await fixture.subscribe(receiver.url);
    for (let shipment = 0; shipment < 5; shipment += 1) await fixture.announce(`shp_old_${shipment}`, 2, 'DELIVERED');
    await makeRetries(3);
    expect((await claim({ capacity: 4 })).map(({ attempt }) => attempt).toSorted((one, other) => one - other)).toEqual([
      1, 1, 1, 2,
    ]);
  });

  test('takes no more retries than it may', async () => {
    await fixture.subscribe(receiver.url);
    for (let shipment = 0; shipment < 5; shipment += 1) await fixture.announce(`shp_old_${shipment}`, 2, 'DELIVERED');
    await makeRetries(0);
    expect((await claim({ retryCapacity: 2 })).length).toBe(2);
    expect((await claim({ retryCapacity: 0 })).length).toBe(0);
  });

  test('takes of each subscription no more than its free slots', async () => {
    const busy = await fixture.subscribe(receiver.url);
    const free = await fixture.subscribe(receiver.url);
    for (let shipment = 0; shipment < 6; shipment += 1) await fixture.announce(`shp_${shipment}`, 2, 'DELIVERED');
    const claims = await claimDue(fixture.db, {
      subscriptionIds: [busy.id, free.id],
      inFlight: new Map([[busy.id, 3]]),
      perSubscription: 4,
      capacity: 100,
      retryCapacity: 100,
      leaseMs: 30_000,
    });
    const countOf = ({ id }: SubscriptionWithSecret) =>
      claims.filter(({ subscriptionId }) => subscriptionId === id).length;
    expect([countOf(busy), countOf(free)]).toEqual([1, 4]);
  });
});

describe('a sender that dies', () => {
  test('loses nothing: what it had claimed is sent again when its lease ends, and the lost attempt is on record', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    expect((await claimAll(100)).length).toBe(1);
    fixture.start();
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']));
    const [delivery] = await deliveriesOf(subscription);
    expect((await attemptsOf(delivery?.id ?? '')).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'lost'],
      [2, 'acknowledged'],
    ]);
  });

  test('and comes back after its lease cannot write a result', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    const [zombie] = await claimAll(0);
    const [heir] = await claimAll();
    expect([zombie?.attempt, heir?.attempt]).toEqual([1, 2]);
    const late = await recordResults(fixture.db, [acknowledged(zombie)]);
    expect(late.deliveryIds).toEqual([]);
    expect(await statusesOf(subscription)).toEqual(['PENDING']);
    const inTime = await recordResults(fixture.db, [{ ...acknowledged(heir), outcome: 'refused' }]);
    expect(inTime.deliveryIds).toEqual([heir?.deliveryId]);
    expect(await statusesOf(subscription)).toEqual(['FAILED']);
  });

  test('and was paused since it claimed does not send when it wakes: that is for whoever claims it anew', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    // With a lease that is over before an attempt could be, every claim looks as if the process had been paused during it.
    fixture.start({ leaseMs: 100, timeoutMs: 5_000, pollMs: 3_600_000 });
    await eventually(async () =>
      expect(await fixture.db.selectFrom('pending_deliveries').select(['attempt', 'in_flight']).execute()).toEqual([
        { attempt: 1, in_flight: true },
      ]),
    );
    await fixture.stopEngines();
    expect(receiver.received).toEqual([]);

    fixture.start();
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']));
    expect(receiver.received.map(({ headers }) => headers['x-service-delivery-attempt'])).toEqual(['2']);
    const [delivery] = await deliveriesOf(subscription);
    expect((await attemptsOf(delivery?.id ?? '')).map(({ outcome }) => outcome)).toEqual(['lost', 'acknowledged']);
  });

  test('cleanly cuts off what has no answer in time, to be tried again soon', async () => {
    receiver.answerWith(hang);
    const subscription = await fixture.subscribe(receiver.url);
    const engine = fixture.start({ stopPatienceMs: 20 });
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(() => expect(receiver.open()).toBe(1));
    await engine.stop();
    expect(await deliveriesOf(subscription)).toMatchObject([
      { status: 'PENDING', attempt: 1, error: 'the sender stopped', next_attempt_at: expect.any(Date) },
    ]);
  });

  test('cleanly finishes and records what it has in flight', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    const gate = Promise.withResolvers<void>();
    receiver.answerWith(
      (response, request, count) => void gate.promise.then(() => status(200)(response, request, count)),
    );
    const engine = fixture.start();
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(() => expect(receiver.open()).toBe(1));
    const stopped = engine.stop();
    gate.resolve();
    await stopped;
    expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']);
  });
});

describe('two engines', () => {
  test('share the work and send nothing twice', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    const events = Array.from({ length: 200 }, (_, index) => shipmentEvent(`shp_${index}`, 2, 'DELIVERED'));
    for (const event of events) await fanOutEvent(fixture.db, event);
    fixture.start();
    fixture.start();
    await eventually(async () =>
      expect((await getSubscription(fixture.db, organizationId, subscription.id)).total_sent).toBe(200),
    );
    expect(receiver.received.length).toBe(200);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery-id'])).size).toBe(200);
  });
});

describe('a subscription', () => {
  test('with nothing but failures for five days is switched off and says why', async () => {
    receiver.answerWith(status(500));
    const subscription = await fixture.subscribe(receiver.url);
    await sql`update subscriptions set failing_since = '2026-01-01T00:00:00Z', last_failure_at = now() - interval '1 hour'`.execute(
      fixture.db,
    );
    fixture.start({ schedule: [0, 3_600_000] });
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(async () =>
      expect(await getSubscription(fixture.db, organizationId, subscription.id)).toMatchObject({
        is_active: false,
        deactivation_reason: 'No delivery was acknowledged for 5 days, since 2026-01-01T00:00:00Z',
      }),
    );
  });

  test('with one failure long ago and one today stays on', async () => {
    receiver.answerWith(status(500));
    const subscription = await fixture.subscribe(receiver.url);
    await sql`update subscriptions set failing_since = '2026-01-01T00:00:00Z', last_failure_at = '2026-01-01T00:00:00Z'`.execute(
      fixture.db,
    );
    fixture.start({ schedule: [0, 3_600_000] });
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(async () =>
      expect(await deliveriesOf(subscription)).toMatchObject([{ attempt: 1, status: 'PENDING' }]),
    );
    expect((await getSubscription(fixture.db, organizationId, subscription.id)).is_active).toBe(true);
  });

  test('that is switched off gets nothing, and goes on where it was when it is switched on', async () => {
    receiver.answerWith(status(500));
    const subscription = await fixture.subscribe(receiver.url);
    fixture.start();
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
    await fixture.db.updateTable('subscriptions').set({ is_active: false }).execute();
    await fixture.announce('shp_2', 2, 'DELIVERED');
    await eventually(async () => expect(await deliveriesOf(subscription)).toMatchObject([{ status: 'PENDING' }]));
    expect(await claimAll()).toEqual([]);
    receiver.answerWith(status(200));
    await fixture.db.updateTable('subscriptions').set({ is_active: true, paused_until: null }).execute();
    await eventually(async () => expect(await statusesOf(subscription)).toEqual(['SUCCEEDED']));
  });
});
