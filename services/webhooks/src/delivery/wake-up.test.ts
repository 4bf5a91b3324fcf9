import { createWebhook, readOutboxOperation } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { eventually, organizationContext, testEnvironment, testService } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webhooksConfig } from '../config.ts';
import { startWebhooks } from '../start.ts';
import { type EngineFixture, engineFixture, organizationId, publishEvent, shipmentEvent } from './engine.fixture.ts';
import { hang, type Receiver, startReceiver, status } from './receiver.fixture.ts';

// Nothing here is found by looking from time to time: the engines do not look.
const never = 3_600_000;

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

describe('an engine that never looks by itself', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await engineFixture();
  });
  afterAll(() => fixture.stop());
  afterEach(async () => {
    await fixture.stopEngines();
    for (const table of ['subscriptions', 'deliveries', 'pending_deliveries', 'delivery_attempts'] as const) {
      await fixture.db.deleteFrom(table).execute();
    }
  });
  /** The one look at its start is over, so that whatever is sent later was woken for. */
  const startedEngine = async (overrides: Parameters<EngineFixture['start']>[0] = {}) => {
    const engine = fixture.start({ pollMs: never, ...overrides });
    const marker = await fixture.subscribe(receiver.url);
    await fixture.announce('shp_marker', 1, 'DELIVERED');
    await eventually(() => expect(receiver.received.length).toBe(1));
    await eventually(() => expect(engine.inFlight()).toBe(0));
    await fixture.db.deleteFrom('subscriptions').where('id', '=', marker.id).execute();
    receiver.received.splice(0);
    return engine;
  };

  test('sends what it is told of', async () => {
    await startedEngine();
    await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(() => expect(receiver.received.length).toBe(1));
  });

  test('goes on with a subscription when one of its requests has ended', async () => {
    await startedEngine({ maxPerSubscription: 1 });
    await fixture.subscribe(receiver.url);
    await Promise.all(Array.from({ length: 10 }, (_, number) => fixture.announce(`shp_${number}`, 2, 'DELIVERED')));
    await eventually(() => expect(receiver.received.length).toBe(10));
  });

  test('goes on with everybody when it had no room', async () => {
    await startedEngine({ maxInFlight: 2 });
    for (let number = 0; number < 8; number += 1) await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await eventually(() => expect(receiver.received.length).toBe(8));
  });

  test('sends the next event of a shipment when the one before it is settled', async () => {
    const gate = Promise.withResolvers<void>();
    await startedEngine();
    receiver.answerWith(
      (response, request, count) => void gate.promise.then(() => status(200)(response, request, count)),
    );
    await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'LABEL_GENERATED');
    await eventually(() => expect(receiver.open()).toBe(1));
    await fixture.announce('shp_1', 3, 'DELIVERED');
    gate.resolve();
    await eventually(() => expect(receiver.received.length).toBe(2));
  });
});

describe('two replicas that never look by themselves', () => {
  test('both send when events come to one: it tells the other what it has no room for', async () => {
    const environment = await testEnvironment();
    const emptyOutbox = implement(readOutboxOperation('shipments'), async () => ({
      head: 0,
      floor: 1,
      upTo: 0,
      events: [],
    }));
    const start = (stubs: readonly (typeof emptyOutbox)[]) =>
      testService({
        service: 'webhooks',
        config: webhooksConfig,
        start: startWebhooks,
        environment,
        stubs,
        env: {
          WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
          WEBHOOK_POLL_MS: String(never),
          WEBHOOK_MAX_IN_FLIGHT_PER_SUBSCRIPTION: '1',
        },
      });
    const replicas = [await start([emptyOutbox]), await start([])] as const;
    receiver.answerWith(hang);
    await replicas[0].call(createWebhook, organizationContext(organizationId), { name: 'Hook', url: receiver.url });
    for (let number = 1; number <= 4; number += 1) {
      await publishEvent(environment.bus, shipmentEvent(`shp_${number}`, 2, 'DELIVERED'), number);
    }
    await eventually(() => expect(receiver.open()).toBe(2));
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pending_deliveries where in_flight`.execute(replicas[0].db);
    expect(rows).toEqual([{ n: 2 }]);
    receiver.answerWith(status(200));
    receiver.dropOpen();
    for (const replica of replicas) await replica.stop();
    await environment.stop();
  });
});
