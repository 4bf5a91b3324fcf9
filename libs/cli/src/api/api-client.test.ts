import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { deleteWebhook, listOrganizations, patchOrganization, trackPublicly } from '@freight/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiClient } from './api-client.ts';

type Seen = { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string };

let answer: { status: number; body: string };
let seen: Seen | undefined;
let origin: string;

const server = createServer((request, response) => {
  const { method, url, headers } = request;
  void text(request).then((body) => {
    seen = { method, url, headers, body };
    response.writeHead(answer.status, { 'x-request-id': 'req_1' }).end(answer.body);
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  seen = undefined;
});

const succeed = (envelope: object): void => {
  answer = { status: 200, body: JSON.stringify({ success: true, ...envelope }) };
};

const client = (keys: { apiKey?: string; operatorToken?: string } = { apiKey: 'key', operatorToken: 'token' }) =>
  createApiClient({ api: `${origin}/api/v1`, apiKey: undefined, operatorToken: undefined, ...keys });

const organization = {
  id: 'org_1',
  name: 'Nīlam',
  contactEmail: null,
  kycStatus: 'APPROVED',
  isSuspended: false,
  rateLimit: { perSecond: 1, burst: 1 },
  createdAt: '2026-01-01T00:00:00.000Z',
} as const;

test('an operator’s operation goes to the operator base with the token, its path field into the path', async () => {
  succeed({ data: organization });
  await client().send(patchOrganization, { organizationId: 'org/1', kycStatus: 'APPROVED' });
  expect(seen).toMatchObject({
    method: 'PATCH',
    url: '/operator/v1/organizations/org%2F1',
    headers: { authorization: 'Bearer token' },
    body: '{"kycStatus":"APPROVED"}',
  });
});

test('what a GET has beyond its path becomes the query, and a page comes back as data and meta', async () => {
  const page = { data: [organization], meta: { total: 1, page: 1, limit: 5, totalPages: 1 } };
  succeed(page);
  expect(await client().send(listOrganizations, { limit: 5, search: 'nī & co' })).toEqual(page);
  expect(seen?.url).toBe('/operator/v1/organizations?limit=5&search=n%C4%AB+%26+co');
});

test('a merchant’s operation carries the key, a public one nothing', async () => {
  succeed({ data: { id: 'whk_1' } });
  await client().send(deleteWebhook, { id: 'whk_1' });
  expect(seen).toMatchObject({ url: '/api/v1/webhooks/whk_1', headers: { authorization: 'Bearer key' }, body: '' });
  answer = { status: 404, body: '{"success":false,"message":"Resource not found","code":"NOT_FOUND"}' };
  await expect(client({}).send(trackPublicly, { awb: '1' })).rejects.toThrow('Resource not found');
  expect(seen?.headers.authorization).toBeUndefined();
});

test('a refusal has message, code, request id and the fields at fault', async () => {
  const body = {
    success: false,
    message: 'Validation failed',
    code: 'VALIDATION_FAILED',
    errors: { name: ['is empty'] },
  };
  answer = { status: 400, body: JSON.stringify(body) };
  await expect(client().send(deleteWebhook, { id: 'whk_1' })).rejects.toMatchObject({
    name: 'ApiError',
    message: 'Validation failed; name: is empty',
    code: 'VALIDATION_FAILED',
    requestId: 'req_1',
    status: 400,
  });
});

test.each(['<html>Bad gateway</html>', '', '[]'])(
  'an answer of %j without our envelope is told as such',
  async (body) => {
    answer = { status: 502, body };
    await expect(client().send(deleteWebhook, { id: 'whk_1' })).rejects.toThrow('HTTP 502 without our envelope');
  },
);

test('a missing key or token is told before anything is sent', async () => {
  await expect(client({}).send(deleteWebhook, { id: 'x' })).rejects.toThrow('--api-key or FREIGHT_API_KEY');
  await expect(client({}).send(listOrganizations, {})).rejects.toThrow('--operator-token or FREIGHT_OPERATOR_TOKEN');
  expect(seen).toBeUndefined();
});

test('an address where nothing answers is named', async () => {
  const nowhere = createApiClient({ api: 'http://127.0.0.1:9/api/v1', apiKey: 'key', operatorToken: undefined });
  await expect(nowhere.send(deleteWebhook, { id: 'x' })).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9 does not answer/);
});
