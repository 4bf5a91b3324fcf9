import { listShipments, testTenantOf } from '@freight/contracts';
import { implement } from '@freight/messaging';
import { eventually } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../access/key-format.ts';
import {
  asOperator,
  createKey,
  createOrganization,
  createTestWorld,
  type TestGateway,
  type TestWorld,
} from '../gateway.fixture.ts';

let world: TestWorld;
let first: TestGateway;
let second: TestGateway;
const tenants: string[] = [];

beforeAll(async () => {
  world = await createTestWorld();
  [first, second] = await Promise.all([
    world.startGateway(),
    world.startGateway({ KEY_CACHE_SECONDS: '60', DEMO_API_KEY: 'a demonstration key' }),
  ]);
  await world.stub(
    implement(listShipments, async (_deps: object, { organizationId }) => {
      tenants.push(organizationId);
      return { data: [], meta: { total: 0, page: 1, limit: 20, totalPages: 0 } };
    }),
  );
});
afterAll(() => world.stop());

const statusOn = async (gateway: TestGateway, headers: Record<string, string>): Promise<number> =>
  (await gateway.send('GET', '/api/v1/shipments', { headers })).status;

const refused = { success: false, message: 'Invalid, revoked, or expired API key', code: 'UNAUTHENTICATED' };

describe('a request’s key', () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await createKey(first, await createOrganization(first)));
  });

  it.each([
    ['X-API-Key', (value: string) => ({ 'X-API-Key': value })],
    ['Authorization: Bearer', (value: string) => ({ Authorization: `Bearer ${value}` })],
    ['authorization: bearer', (value: string) => ({ authorization: `bearer ${value}` })],
    ['both headers alike', (value: string) => ({ 'x-api-key': value, authorization: `Bearer ${value}` })],
  ])('is taken from %s', async (_form, headers) => {
    expect(await statusOn(first, headers(key))).toBe(200);
  });

  it('in two headers that differ is refused, whichever of them is good', async () => {
    const other = newKey('live');
    for (const headers of [
      { 'x-api-key': key, authorization: `Bearer ${other}` },
      { 'x-api-key': other, authorization: `Bearer ${key}` },
      { 'x-api-key': key, authorization: 'Basic eDp5' },
    ]) {
      const { status, json } = await first.send('GET', '/api/v1/shipments', { headers });
      expect([status, json]).toEqual([401, refused]);
    }
  });

  it('in the query is no key', async () => {
    const { status, json } = await first.send('GET', `/api/v1/shipments?api_key=${key}&x-api-key=${key}`);
    expect([status, json.message]).toEqual([401, 'Access token required']);
  });

  it.each(['Bearer', 'Bearer ', 'bearer'])('is missing from Authorization: %j', async (authorization) => {
    const { json } = await first.send('GET', '/api/v1/shipments', { headers: { authorization } });
    expect(json.message).toBe('Access token required');
  });

  it('opens nothing of the operator API', async () => {
    const { status } = await first.send('GET', '/operator/v1/organizations', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status).toBe(401);
  });

  it('is not the operator’s token', async () => {
    expect(await statusOn(first, asOperator)).toBe(401);
  });
});

describe('keys of an organization', () => {
  it('are told in full once, and listed without their value', async () => {
    const organizationId = await createOrganization(first);
    const owner = await createKey(first, organizationId);
    const created = await first.send('POST', '/api/v1/settings/api-keys', {
      key: owner.key,
      body: { name: 'Warehouse', expiresAt: '2099-01-01T00:00:00Z' },
    });
    expect(created.status).toBe(201);
    expect(created.json.data).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Warehouse',
      key: expect.stringMatching(/^fk_live_[0-9A-Za-z]{38}$/),
      prefix: expect.stringMatching(/^fk_live_.{4}$/),
      lastFour: expect.stringMatching(/^.{4}$/),
      mode: 'live',
      isActive: true,
      lastUsedAt: null,
      expiresAt: '2099-01-01T00:00:00.000Z',
      createdAt: expect.any(String),
    });
    const listed = await first.send('GET', '/api/v1/settings/api-keys', { key: owner.key });
    expect(listed.json.data).toMatchObject([{ name: 'Warehouse' }, { id: owner.id }]);
    expect(listed.text).not.toContain('"key"');
    expect(listed.text).not.toContain(owner.key);
  });

  it('may be made without a body', async () => {
    const { key } = await createKey(first, await createOrganization(first));
    const { status, json } = await first.send('POST', '/api/v1/settings/api-keys', { key });
    expect([status, json.success]).toEqual([201, true]);
  });

  it('are stored as hashes: no row holds a key', async () => {
    const { key } = await createKey(first, await createOrganization(first));
    const rows = await world.db.selectFrom('api_keys').selectAll().execute();
    const entries = await world.db.selectFrom('audit_entries').selectAll().execute();
    expect(JSON.stringify([rows, entries])).not.toContain(key.slice(12, -4));
  });

  it('are out of reach for another organization', async () => {
    const stranger = await createKey(first, await createOrganization(first));
    const victim = await createKey(first, await createOrganization(first));
    const answers = await Promise.all(
      [victim.id, 'key_unknown'].map((id) =>
        first.send('DELETE', `/api/v1/settings/api-keys/${id}`, { key: stranger.key }),
      ),
    );
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([404, { success: false, message: 'Resource not found', code: 'NOT_FOUND' }]);
    }
    expect(await statusOn(first, { 'x-api-key': victim.key })).toBe(200);
  });

  it('of the test mode see and make test keys only, and act for the test tenant', async () => {
    const organizationId = await createOrganization(first);
    const live = await createKey(first, organizationId);
    const test = await createKey(first, organizationId, { mode: 'test' });
    expect(test.key).toMatch(/^fk_test_/);
    const made = await first.send('POST', '/api/v1/settings/api-keys', { key: test.key });
    expect(made.json.data).toMatchObject({ mode: 'test' });
    const listed = await first.send('GET', '/api/v1/settings/api-keys', { key: test.key });
    expect(listed.json.data).toHaveLength(2);
    expect((await first.send('DELETE', `/api/v1/settings/api-keys/${live.id}`, { key: test.key })).status).toBe(404);

    tenants.length = 0;
    await first.send('GET', '/api/v1/shipments', { key: test.key });
    await first.send('GET', '/api/v1/shipments', { key: live.key });
    expect(tenants).toEqual([testTenantOf(organizationId), organizationId]);
  });

  it('say when they were last used, written off the request’s path', async () => {
    const { key } = await createKey(first, await createOrganization(first));
    await first.send('GET', '/api/v1/shipments', { key });
    await eventually(async () => {
      const { json } = await first.send('GET', '/api/v1/settings/api-keys', { key });
      expect(json.data).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    }, 20_000);
  });
});

describe('a key stops working', () => {
  it('on every gateway when it is revoked, though they remember it', async () => {
    const { id, key } = await createKey(first, await createOrganization(first));
    expect(await Promise.all([first, second].map((gateway) => statusOn(gateway, { 'x-api-key': key })))).toEqual([
      200, 200,
    ]);
    const revoked = await first.send('DELETE', `/api/v1/settings/api-keys/${id}`, { key });
    expect([revoked.status, revoked.json.data]).toEqual([200, expect.objectContaining({ id, isActive: false })]);
    const { status, json } = await first.send('GET', '/api/v1/shipments', { key });
    expect([status, json]).toEqual([401, refused]);
    // Well below the 60 seconds for which the second one would remember it.
    await eventually(async () => expect(await statusOn(second, { 'x-api-key': key })).toBe(401), 2_000);
  });

  it('when it expires, though it is remembered', async () => {
    const organizationId = await createOrganization(first);
    const { key } = await createKey(first, organizationId, { expiresAt: new Date(Date.now() + 1_000).toISOString() });
    expect(await statusOn(second, { 'x-api-key': key })).toBe(200);
    await eventually(async () => expect(await statusOn(second, { 'x-api-key': key })).toBe(401));
  });

  it('when it has expired before it was ever used', async () => {
    const organizationId = await createOrganization(first);
    const { key } = await createKey(first, organizationId, { expiresAt: '2020-01-01T00:00:00Z' });
    const { status, json } = await first.send('GET', '/api/v1/shipments', { key });
    expect([status, json]).toEqual([401, refused]);
  });

  it('with 403 while its organization is suspended, on every gateway, and works again afterwards', async () => {
    const organizationId = await createOrganization(first);
    const { key } = await createKey(first, organizationId);
    expect(await statusOn(second, { 'x-api-key': key })).toBe(200);
    const suspend = (isSuspended: boolean) =>
      first.send('PATCH', `/operator/v1/organizations/${organizationId}`, {
        headers: asOperator,
        body: { isSuspended },
      });
    await suspend(true);
    const { status, json } = await first.send('GET', '/api/v1/shipments', { key });
    expect([status, json.code]).toEqual([403, 'FORBIDDEN']);
    await eventually(async () => expect(await statusOn(second, { 'x-api-key': key })).toBe(403), 2_000);
    await suspend(false);
    await eventually(async () => expect(await statusOn(second, { 'x-api-key': key })).toBe(200), 2_000);
  });
});

describe('the demonstration key', () => {
  it('may have any form, where it is configured and nowhere else', async () => {
    const headers = { 'x-api-key': 'a demonstration key' };
    expect(await statusOn(second, headers)).toBe(200);
    expect(await statusOn(first, headers)).toBe(401);
  });
});
