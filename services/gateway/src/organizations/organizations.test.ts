import { getOrganization, newId, testTenantOf } from '@freight/contracts';
import { call } from '@freight/messaging';
import { systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  asOperator,
  createKey,
  createOrganization,
  createTestWorld,
  type TestGateway,
  type TestWorld,
} from '../gateway.fixture.ts';

let world: TestWorld;
let gateway: TestGateway;

beforeAll(async () => {
  world = await createTestWorld();
  gateway = await world.startGateway({ RATE_LIMIT_PER_SECOND: '70', RATE_LIMIT_BURST: '150' });
});
afterAll(() => world.stop());

const send = (method: string, path: string, body?: unknown) =>
  gateway.send(method, `/operator/v1${path}`, { headers: asOperator, ...(body === undefined ? {} : { body }) });

it('an organization begins with KYC pending, not suspended, with the default rate limit', async () => {
  const { status, json } = await send('POST', '/organizations', {
    name: 'Nīlam Stores',
    contactEmail: 'a@example.com',
  });
  expect(status).toBe(201);
  expect(json).toEqual({
    success: true,
    data: {
      id: expect.stringMatching(/^org_/),
      name: 'Nīlam Stores',
      contactEmail: 'a@example.com',
      kycStatus: 'PENDING',
      isSuspended: false,
      rateLimit: { perSecond: 70, burst: 150 },
      createdAt: expect.any(String),
    },
  });
});

it('a patch changes what it names and nothing else', async () => {
  const id = await createOrganization(gateway);
  const before = (await send('GET', `/organizations/${id}`)).json.data as object;
  const patch = { kycStatus: 'APPROVED', rateLimit: { perSecond: 5, burst: 9 }, contactEmail: null };
  const { json } = await send('PATCH', `/organizations/${id}`, { ...patch, id: 'org_other', createdAt: 'never' });
  expect(json.data).toEqual({ ...before, ...patch });
  expect((await send('GET', `/organizations/${id}`)).json.data).toEqual({ ...before, ...patch });
  expect((await send('PATCH', `/organizations/${id}`, {})).json.data).toEqual({ ...before, ...patch });
});

it('a logo is set, shown and taken away; only an https address is one', async () => {
  const id = await createOrganization(gateway);
  const logoUrl = 'https://cdn.example.com/logo.png';
  expect((await send('PATCH', `/organizations/${id}`, { logoUrl })).json.data).toMatchObject({ logoUrl });
  for (const wrong of ['http://cdn.example.com/logo.png', 'data:image/png;base64,AAAA', 'javascript:1', 'https://']) {
    expect((await send('PATCH', `/organizations/${id}`, { logoUrl: wrong })).json.code).toBe('VALIDATION_FAILED');
  }
  expect((await send('PATCH', `/organizations/${id}`, { logoUrl: null })).json.data).not.toHaveProperty('logoUrl');
});

it('a rate limit of its own holds for its keys at once', async () => {
  const id = await createOrganization(gateway);
  const { key } = await createKey(gateway, id);
  const limitSeen = async () =>
    (await gateway.send('GET', '/api/v1/settings/api-keys', { key })).headers.get('ratelimit-limit');
  expect(await limitSeen()).toBe('150');
  await send('PATCH', `/organizations/${id}`, { rateLimit: { perSecond: 5, burst: 9 } });
  expect(await limitSeen()).toBe('9');
});

it.each([
  ['GET', '/organizations/org_unknown', undefined],
  ['PATCH', '/organizations/org_unknown', { name: 'x' }],
  ['POST', '/organizations/org_unknown/api-keys', {}],
] as const)('%s %s is 404', async (method, path, body) => {
  const { status, json } = await send(method, path, body);
  expect([status, json.code]).toEqual([404, 'NOT_FOUND']);
});

it.each([
  { kycStatus: 'MAYBE' },
  { rateLimit: { perSecond: 0, burst: 1 } },
  { isSuspended: 'yes' },
  { contactEmail: 'nobody' },
  { name: '' },
])('a patch of %j is refused', async (patch) => {
  const { status, json } = await send('PATCH', `/organizations/${await createOrganization(gateway)}`, patch);
  expect([status, json.code]).toEqual([400, 'VALIDATION_FAILED']);
});

it('the list is paged, newest first, and searched without wildcards', async () => {
  const mark = newId('operation');
  for (const name of [`${mark} 1`, `${mark} 2`, `${mark} 3`]) await send('POST', '/organizations', { name });
  const page = await send('GET', `/organizations?search=${mark.toUpperCase()}&limit=2`);
  expect(page.json.meta).toEqual({ total: 3, page: 1, limit: 2, totalPages: 2 });
  expect(page.json.data).toMatchObject([{ name: `${mark} 3` }, { name: `${mark} 2` }]);
  const beyond = await send('GET', `/organizations?search=${mark}&page=9`);
  expect(beyond.json.data).toEqual([]);
  const wildcard = await send('GET', `/organizations?search=${encodeURIComponent('%_%')}`);
  expect(wildcard.json.data).toEqual([]);
});

it('other services ask for an organization by either of its tenants', async () => {
  const id = await createOrganization(gateway);
  for (const organizationId of [id, testTenantOf(id)]) {
    expect(await call(world.bus, getOrganization, systemContext(), { organizationId })).toMatchObject({ id });
  }
});
