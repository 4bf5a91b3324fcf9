import {
  cancelShipment,
  createWebhook,
  deletePickupAddress,
  FreightError,
  rotateWebhookSecret,
} from '@freight/contracts';
import { implement } from '@freight/messaging';
import { eventually } from '@freight/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asOperator,
  createKey,
  createOrganization,
  createTestWorld,
  type TestGateway,
  type TestWorld,
} from '../gateway.fixture.ts';
import { pruneKeys } from './idempotency.store.ts';

let world: TestWorld;
let gateway: TestGateway;
let organizationId: string;
let key: string;

/** What the stubbed service was asked, and what it does next. */
const runs: { id: string; operationId: string }[] = [];
let behave: () => Promise<void> = async () => {};

const cancelled = { success: true, courierCancelled: true, courierError: null, refunded: 12.5 };

beforeAll(async () => {
  world = await createTestWorld();
  gateway = await world.startGateway();
  organizationId = await createOrganization(gateway);
  ({ key } = await createKey(gateway, organizationId));
  await world.stub(
    implement(cancelShipment, async (_deps: object, { operationId }, { id }) => {
      runs.push({ id, operationId });
      await behave();
      return cancelled;
    }),
    implement(deletePickupAddress, async (_deps: object, { operationId }, { id }) => {
      runs.push({ id, operationId });
      return { id };
    }),
    implement(rotateWebhookSecret, async (_deps: object, { operationId }, { id }) => {
      runs.push({ id, operationId });
      return { secret: `secret-${runs.length}` };
    }),
  );
});
afterAll(() => world.stop());

let keysUsed = 0;
const freshKey = (): string => `test-${++keysUsed}`;

const cancel = (idempotencyKey: string, id = 'shp_1', body: unknown = { reason: 'x' }, apiKey = key) =>
  gateway.send('POST', `/api/v1/shipments/${id}/cancel`, {
    key: apiKey,
    headers: { 'idempotency-key': idempotencyKey },
    body,
  });

const runsOf = (id: string) => runs.filter((run) => run.id === id);

const refuseOnce = (error: FreightError): void => {
  behave = async () => {
    behave = async () => {};
    throw error;
  };
};

describe('a request with an Idempotency-Key', () => {
  it('runs once; its first answer is given again, byte for byte, and says so', async () => {
    const idempotencyKey = freshKey();
    const first = await cancel(idempotencyKey, 'shp_replay');
    const again = await cancel(idempotencyKey, 'shp_replay');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(first.json).toEqual({ success: true, data: cancelled });
    expect(runsOf('shp_replay')).toHaveLength(1);
  });

  it('gives a refusal again too', async () => {
    const idempotencyKey = freshKey();
    refuseOnce(new FreightError('INVALID_STATE'));
    const first = await cancel(idempotencyKey, 'shp_refused');
    const again = await cancel(idempotencyKey, 'shp_refused');
    expect([first.status, again.status, again.text]).toEqual([409, 409, first.text]);
    expect(runsOf('shp_refused')).toHaveLength(1);
  });

  it('gives a fault of its input again too', async () => {
    const idempotencyKey = freshKey();
    const first = await cancel(idempotencyKey, 'shp_invalid', { reason: 1 });
    const again = await cancel(idempotencyKey, 'shp_invalid', { reason: 1 });
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([400, 400, 'true']);
  });

  it.each([
    ['another body', () => cancel('same', 'shp_same', { reason: 'y' })],
    ['another path', () => cancel('same', 'shp_other')],
    [
      'another method',
      () =>
        gateway.send('DELETE', '/api/v1/shipments/pickup-addresses/shp_same', {
          key,
          headers: { 'idempotency-key': 'same' },
        }),
    ],
  ])('refuses the key for %s', async (_what, repeat) => {
    await cancel('same', 'shp_same');
    const { status, json } = await repeat();
    expect([status, json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('refuses a second one while the first runs, and replays it afterwards', async () => {
    const idempotencyKey = freshKey();
    let finish = () => {};
    behave = () => new Promise((resolve) => (finish = resolve));
    const first = cancel(idempotencyKey, 'shp_slow');
    await eventually(() => expect(runsOf('shp_slow')).toHaveLength(1));
    const second = await cancel(idempotencyKey, 'shp_slow');
    expect([second.status, second.json.code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    finish();
    behave = async () => {};
    expect((await first).status).toBe(200);
    expect((await cancel(idempotencyKey, 'shp_slow')).headers.get('idempotent-replayed')).toBe('true');
    expect(runsOf('shp_slow')).toHaveLength(1);
  });

  it('runs once however many come at the same moment', async () => {
    const idempotencyKey = freshKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(idempotencyKey, 'shp_crowd')));
    expect(runsOf('shp_crowd')).toHaveLength(1);
    const done = answers.filter(({ status }) => status === 200);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(new Set(others.map(({ json }) => json.code))).toEqual(new Set(others.map(() => 'IDEMPOTENCY_IN_PROGRESS')));
  });

  it('keeps no answer of 5xx: the next try runs, under the same operation id', async () => {
    const idempotencyKey = freshKey();
    refuseOnce(new FreightError('COURIER_UNAVAILABLE'));
    const failed = await cancel(idempotencyKey, 'shp_502');
    const done = await cancel(idempotencyKey, 'shp_502');
    expect([failed.status, done.status, done.headers.get('idempotent-replayed')]).toEqual([502, 200, null]);
    const [before, after] = runsOf('shp_502');
    expect(before?.operationId).toBe(after?.operationId);
    expect((await cancel(idempotencyKey, 'shp_502', { reason: 'other' })).status).toBe(422);
  });

  it('is not blocked for ever by a gateway that died: when the lease is over it runs again under the same operation id', async () => {
    const idempotencyKey = freshKey();
    await cancel(idempotencyKey, 'shp_crash');
    // As a gateway leaves it that dies between the service's answer and its own: taken, without an answer.
    const lost = (leasedUntil: string) =>
      sql`update idempotency_keys set status = null, body = null, leased_until = now() + ${leasedUntil}::interval
           where organization_id = ${organizationId} and operation_id = ${runsOf('shp_crash')[0]?.operationId}`.execute(
        world.db,
      );
    await lost('1 minute');
    expect((await cancel(idempotencyKey, 'shp_crash')).json.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    await lost('-1 second');
    expect((await cancel(idempotencyKey, 'shp_crash')).status).toBe(200);
    const [before, after] = runsOf('shp_crash');
    expect(before?.operationId).toBe(after?.operationId);
  });

  it('holds its key longer than the operation may take, so that no second run meets a slow first one', async () => {
    let finish = () => {};
    behave = () => new Promise((resolve) => (finish = resolve));
    const running = cancel(freshKey(), 'shp_lease');
    await eventually(() => expect(runsOf('shp_lease')).toHaveLength(1));
    const { rows } = await sql<{ leaseMs: number }>`
      select extract(epoch from leased_until - now())::float8 * 1000 as "leaseMs" from idempotency_keys
       where operation_id = ${runsOf('shp_lease')[0]?.operationId}`.execute(world.db);
    finish();
    behave = async () => {};
    await running;
    expect(rows[0]?.leaseMs).toBeGreaterThan(cancelShipment.timeoutMs);
  });

  it('is free again after 24 hours, and its row is pruned', async () => {
    const idempotencyKey = freshKey();
    await cancel(idempotencyKey, 'shp_day');
    await sql`update idempotency_keys set expires_at = now() - interval '1 second'`.execute(world.db);
    expect((await cancel(idempotencyKey, 'shp_day', { reason: 'tomorrow' })).status).toBe(200);
    const [before, after] = runsOf('shp_day');
    expect(before?.operationId).not.toBe(after?.operationId);
    await pruneKeys(world.db, 1_000);
    const left = await world.db.selectFrom('idempotency_keys').select('operation_id').execute();
    expect(left).toEqual([{ operation_id: after?.operationId }]);
  });

  it('is known per organization: another one’s key of the same name is its own', async () => {
    const other = await createKey(gateway, await createOrganization(gateway));
    const idempotencyKey = freshKey();
    await cancel(idempotencyKey, 'shp_mine');
    expect((await cancel(idempotencyKey, 'shp_theirs', {}, other.key)).status).toBe(200);
  });

  it('is known to every key of the organization, and apart for its test tenant', async () => {
    const sibling = await createKey(gateway, organizationId);
    const test = await createKey(gateway, organizationId, { mode: 'test' });
    const idempotencyKey = freshKey();
    await cancel(idempotencyKey, 'shp_shared');
    const again = await cancel(idempotencyKey, 'shp_shared', { reason: 'x' }, sibling.key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const inTest = await cancel(idempotencyKey, 'shp_shared', { reason: 'x' }, test.key);
    expect(inTest.headers.get('idempotent-replayed')).toBeNull();
  });

  it('works on DELETE', async () => {
    const headers = { 'idempotency-key': freshKey() };
    const send = () => gateway.send('DELETE', '/api/v1/shipments/pickup-addresses/adr_1', { key, headers });
    await send();
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    expect(runsOf('adr_1')).toHaveLength(1);
  });

  it.each(['two words', 'ü', 'x'.repeat(256), ''])('refuses %j as a key', async (idempotencyKey) => {
    const { status, json } = await gateway.send('POST', '/api/v1/shipments/shp_1/cancel', {
      key,
      headers: { 'idempotency-key': idempotencyKey },
    });
    expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('stores no key and no body as it came', async () => {
    const idempotencyKey = 'find-me-if-you-can';
    await cancel(idempotencyKey, 'shp_hashed', { reason: 'find-my-body' });
    const rows = await world.db.selectFrom('idempotency_keys').selectAll().execute();
    const stored = rows.flatMap((row) => Object.values(row)).map(textOf);
    expect(stored.join(' ')).not.toMatch(/find-m/);
  });
});

const textOf = (value: unknown): string => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

describe('an answer that tells a secret once', () => {
  it('is replayed to the same API key, and nobody can read it in the database', async () => {
    const headers = { 'idempotency-key': freshKey() };
    const create = () => gateway.send('POST', '/api/v1/settings/api-keys', { key, headers, body: { name: 'sealed' } });
    const first = await create();
    const again = await create();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    const { key: value } = first.json.data as { key: string };
    const rows = await world.db.selectFrom('idempotency_keys').selectAll().where('is_sealed', '=', true).execute();
    expect(rows).toHaveLength(1);
    expect(
      rows
        .flatMap((row) => Object.values(row))
        .map(textOf)
        .join(' '),
    ).not.toContain(value.slice(12));
  });

  it('is not told to another API key of the organization', async () => {
    const sibling = await createKey(gateway, organizationId);
    const headers = { 'idempotency-key': freshKey() };
    const rotate = (apiKey: string) =>
      gateway.send('POST', '/api/v1/webhooks/whk_1/rotate-secret', { key: apiKey, headers });
    await rotate(key);
    const { status, json } = await rotate(sibling.key);
    expect([status, json.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(runsOf('whk_1')).toHaveLength(1);
    expect(createWebhook.output.shape).toHaveProperty('secret');
  });

  it('that was lost before it was kept is made anew: one key, the value of the last answer', async () => {
    const headers = { ...asOperator, 'idempotency-key': freshKey() };
    const target = await createOrganization(gateway);
    const create = () => gateway.send('POST', `/operator/v1/organizations/${target}/api-keys`, { headers });
    const lost = (await create()).json.data as { id: string; key: string };
    await sql`update idempotency_keys set status = null, body = null, leased_until = now() where organization_id = 'operator'
                and is_sealed`.execute(world.db);
    const kept = (await create()).json.data as { id: string; key: string };
    expect(kept.id).toBe(lost.id);
    const listed = await gateway.send('GET', '/api/v1/settings/api-keys', { key: kept.key });
    expect(listed.json.data).toHaveLength(1);
    expect((await gateway.send('GET', '/api/v1/settings/api-keys', { key: lost.key })).status).toBe(401);
  });
});

describe('without an Idempotency-Key', () => {
  it('every request is an operation of its own', async () => {
    for (const body of [{}, {}]) await gateway.send('POST', '/api/v1/shipments/shp_free/cancel', { key, body });
    const [first, second] = runsOf('shp_free');
    expect(first?.operationId).not.toBe(second?.operationId);
  });
});

describe('an organization made twice under one key', () => {
  it('is one organization', async () => {
    const headers = { ...asOperator, 'idempotency-key': freshKey() };
    const create = () => gateway.send('POST', '/operator/v1/organizations', { headers, body: { name: 'Once' } });
    const first = await create();
    await sql`update idempotency_keys set status = null, body = null, leased_until = now() where organization_id = 'operator'`.execute(
      world.db,
    );
    const again = await create();
    expect(again.json.data).toEqual(first.json.data);
  });
});
