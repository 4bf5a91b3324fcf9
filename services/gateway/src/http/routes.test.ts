import { operations, pathFields } from '@freight/contracts';
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
import { takesBody } from './read-input.ts';
import { type MountedOperation, pathOf, routeTable } from './route-table.ts';

let world: TestWorld;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  world = await createTestWorld();
  gateway = await world.startGateway();
  ({ key } = await createKey(gateway, await createOrganization(gateway)));
});
afterAll(() => world.stop());

const mounted = routeTable(operations).flatMap((entry) => [...entry.operations]);
const guarded = mounted.filter(({ http }) => http.audience !== 'public');
const allMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const named = (list: MountedOperation[]) =>
  list.map((operation) => [`${operation.http.method} ${pathOf(operation)}`, operation] as const);

const examplePath = (operation: MountedOperation): string => pathOf(operation).replaceAll(/\{\w+\}/g, 'example');

const credentials = ({ http }: MountedOperation): Record<string, string> => {
  if (http.audience === 'operator') return asOperator;
  return http.audience === 'merchant' ? { 'x-api-key': key } : {};
};

describe.each(named(guarded))('%s', (_name, operation) => {
  const { method } = operation.http;

  it('asks for a key', async () => {
    const { status, json, headers } = await gateway.send(method, examplePath(operation));
    expect(status).toBe(401);
    expect(json).toEqual({ success: false, message: 'Access token required', code: 'UNAUTHENTICATED' });
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it.each([
    ['of no form of ours', 'nonsense'],
    ['that nobody has', newKey('live')],
  ])('refuses a key %s', async (_case, wrong) => {
    const { status, json } = await gateway.send(method, examplePath(operation), {
      headers: { authorization: `Bearer ${wrong}` },
    });
    expect(status).toBe(401);
    expect(json).toEqual({
      success: false,
      message: 'Invalid, revoked, or expired API key',
      code: 'UNAUTHENTICATED',
    });
  });
});

describe.each(named(mounted))('%s', (_name, operation) => {
  const { method } = operation.http;
  const path = examplePath(operation);

  it('is unknown with a slash at the end', async () => {
    const { status, json } = await gateway.send(method, `${path}/`, { headers: credentials(operation) });
    expect([status, json.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  it('answers another method with 405 and what it allows', async () => {
    const entry = routeTable(operations).find(({ path: known }) => known === pathOf(operation));
    const served = entry?.operations.map(({ http }) => http.method) ?? [];
    for (const other of allMethods.filter((candidate) => !served.includes(candidate))) {
      const { status, json, headers } = await gateway.send(other, path, { headers: credentials(operation) });
      expect([other, status, json.code]).toEqual([other, 405, 'METHOD_NOT_ALLOWED']);
      for (const allowed of served) expect(headers.get('allow')?.split(', ')).toContain(allowed);
    }
  });

  it('refuses input that the contract does not allow, in the envelope with the fields at fault', async () => {
    const fields = pathFields(operation.http.path);
    const send = (target: string, body?: unknown) =>
      gateway.send(method, target, { headers: credentials(operation), ...(body === undefined ? {} : { body }) });
    const answers = [
      ...(fields.length > 0 ? [await send(pathOf(operation).replaceAll(/\{\w+\}/g, '%00'))] : []),
      ...(takesBody(method)
        ? [await send(path, '{"a":"\\u0000"}'), await send(path, operation.http.bodyField === undefined ? '[]' : '{}')]
        : [await send(`${path}?a=%00`)]),
    ];
    for (const { status, json } of answers) {
      expect(json).toMatchObject({ success: false, code: 'VALIDATION_FAILED', errors: expect.any(Object) });
      expect(status).toBe(400);
    }
  });

  it.runIf(takesBody(method))('takes JSON only', async () => {
    const { status, json } = await gateway.send(method, path, {
      body: 'a=1',
      headers: { ...credentials(operation), 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([status, json.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('is in the OpenAPI document', async () => {
    const file = operation.http.audience === 'operator' ? '/operator/openapi.json' : '/openapi.json';
    const { text } = await gateway.send('GET', file);
    expect(JSON.parse(text)).toHaveProperty(
      ['paths', operation.http.path, method.toLowerCase(), 'operationId'],
      operation.name,
    );
  });
});

const hasNoRequiredInput = ({ input, http }: MountedOperation): boolean =>
  input.safeParse(Object.fromEntries(pathFields(http.path).map((field) => [field, 'example']))).success;

const elsewhere = mounted.filter((operation) => operation.service !== 'gateway' && hasNoRequiredInput(operation));

describe.each(named(elsewhere))('%s', (_name, operation) => {
  it('says when to come back while its service is away', async () => {
    const { status, json, headers } = await gateway.send(operation.http.method, examplePath(operation), {
      headers: credentials(operation),
    });
    expect([status, json.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
