import { eventually } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EngineFixture, engineFixture, organizationId } from '../delivery/engine.fixture.ts';
import { type Receiver, startReceiver, status } from '../delivery/receiver.fixture.ts';
import { getSubscription } from '../subscriptions/subscription.store.ts';
import { pruneDeliveries } from './prune-deliveries.store.ts';

let fixture: EngineFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await engineFixture();
  receiver = await startReceiver();
  fixture.start();
});
afterAll(async () => {
  await fixture.stop();
  await receiver.stop();
});
beforeEach(async () => {
  for (const table of ['subscriptions', 'deliveries', 'pending_deliveries', 'delivery_attempts'] as const) {
    await fixture.db.deleteFrom(table).execute();
  }
});

const settled = () =>
  eventually(async () =>
    expect(await fixture.db.selectFrom('pending_deliveries').select('delivery_id').execute()).toEqual([]),
  );
const age = (days: number) => sql`update deliveries set created_at = now() - ${days}::int * interval '1 day'`;
const lanes = async () =>
  (await fixture.db.selectFrom('deliveries').select('event_id').orderBy('event_id').execute()).map(
    ({ event_id }) => event_id,
  );
const countOf = async (table: 'pending_deliveries' | 'delivery_attempts') =>
  (await fixture.db.selectFrom(table).select('delivery_id').execute()).length;

describe('pruning', () => {
  test('removes deliveries beyond the retention with their attempts, and leaves the others and the counters', async () => {
    const subscription = await fixture.subscribe(receiver.url);
    await fixture.announce('shp_old', 2, 'DELIVERED');
    await settled();
    await age(31).execute(fixture.db);
    await fixture.announce('shp_new', 2, 'DELIVERED');
    await settled();
    await pruneDeliveries(fixture.db, 30);
    expect(await lanes()).toEqual(['evt_shp_new_2']);
    expect(await countOf('delivery_attempts')).toBe(1);
    expect((await getSubscription(fixture.db, organizationId, subscription.id)).total_sent).toBe(2);
  });

  test('removes all there is, however many statements it takes', async () => {
    await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await settled();
    await sql`
      insert into deliveries (organization_id, id, subscription_id, event_id, event, payload, status)
      select organization_id, 'dlv_old' || n, subscription_id, 'evt_old' || n, event, payload, status
      from deliveries, generate_series(1, 10001) n`.execute(fixture.db);
    await age(31).execute(fixture.db);
    await pruneDeliveries(fixture.db, 30);
    expect(await lanes()).toEqual([]);
  });

  test('ends what has been waiting for so long because its subscription is switched off', async () => {
    receiver.answerWith(status(500));
    await fixture.subscribe(receiver.url);
    await fixture.announce('shp_1', 2, 'DELIVERED');
    await fixture.db.updateTable('subscriptions').set({ is_active: false }).execute();
    await eventually(async () =>
      expect(
        await fixture.db.selectFrom('pending_deliveries').select('in_flight').where('in_flight', '=', true).execute(),
      ).toEqual([]),
    );
    await age(31).execute(fixture.db);
    await pruneDeliveries(fixture.db, 30);
    expect(await countOf('pending_deliveries')).toBe(0);
    expect(await lanes()).toEqual([]);
    receiver.answerWith(status(200));
  });
});
