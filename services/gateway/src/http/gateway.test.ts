import { connect } from 'node:net';
import {
  FreightError,
  getDocument,
  getLabelPdf,
  getShipment,
  listShipments,
  receiveCourierPush,
  trackPublicly,
} from '@freight/contracts';
import { implement } from '@freight/messaging';
import { eventually } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asOperator,
  createKey,
  createOrganization,
  createTestWorld,
  type TestGateway,
  type TestWorld,
} from '../gateway.fixture.ts';
import { maxBodyBytes } from './read-body.ts';

let world: TestWorld;
let gateway: TestGateway;
let key: string;

const pushes: { courier: string; headers: Record<string, string>; bodyBase64: string }[] = [];
const searches: (string | undefined)[] = [];
let hold: Promise<void> = Promise.resolve();

beforeAll(async () => {
  world = await createTestWorld();
  gateway = await world.startGateway();
  ({ key } = await createKey(gateway, await createOrganization(gateway)));
  await world.stub(
    implement(listShipments, async (_deps: object, _context, { search, page, limit }) => {
      searches.push(search);
      await hold;
      return { data: [], meta: { total: 0, page, limit, totalPages: 0 } };
    }),
    implement(getShipment, async (_deps: object, _context, { id }) => {
      if (id === 'bug') throw new Error('select * from secrets where host = db.internal');
      throw new FreightError('NOT_FOUND');
    }),
    implement(getLabelPdf, async () => ({ url: 'http://127.0.0.1:1/api/v1/documents/abc' })),
    implement(getDocument, async () => ({
      contentType: 'application/pdf',
      fileName: 'Label "ü"\r\n.pdf',
      bytes: Buffer.from('%PDF-1.7'),
    })),
    implement(trackPublicly, async (_deps: object, _context, { awb }) => ({
      awbNumber: awb,
      status: 'DELIVERED' as const,
      courier: null,
      customerName: 'A. K.',
      timeline: { orderedAt: null, pickedUpAt: null, deliveredAt: null, expectedDeliveryDate: null },
      events: [],
    })),
    implement(receiveCourierPush, async (_deps: object, _context, input) => {
      pushes.push(input);
      if (input.courier === 'nobody') throw new FreightError('NOT_FOUND');
      return { status: 202, body: input.courier === 'plain' ? 'OK' : { Status: true } };
    }),
  );
});
afterAll(() => world.stop());

/** Sends bytes as they are and gives everything that came back until the connection ended. */
const raw = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

describe('answers', () => {
  it('of a page are spread into the envelope', async () => {
    const { json } = await gateway.send('GET', '/api/v1/shipments?page=3', { key });
    expect(json).toEqual({ success: true, data: [], meta: { total: 0, page: 3, limit: 20, totalPages: 0 } });
  });

  it('of a public operation need no key', async () => {
    const { status, json } = await gateway.send('GET', '/api/v1/public/track/AWB1');
    expect([status, json.data]).toEqual([200, expect.objectContaining({ awbNumber: 'AWB1' })]);
  });

  it('that redirect must not be kept', async () => {
    const { status, headers, text } = await gateway.send('GET', '/api/v1/shipments/shp_1/label.pdf', { key });
    expect([status, headers.get('location'), headers.get('cache-control'), text]).toEqual([
      302,
      'http://127.0.0.1:1/api/v1/documents/abc',
      'no-store',
      '',
    ]);
  });

  it('that are a file have its type and name, and stay private', async () => {
    const { status, headers, text } = await gateway.send('GET', '/api/v1/documents/abc');
    expect([status, text]).toEqual([200, '%PDF-1.7']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Label _____.pdf"; filename*=UTF-8''Label%20%22%C3%BC%22%0D%0A.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('of errors are the envelope and nothing else: no stack, no SQL, no host', async () => {
    const { status, text } = await gateway.send('GET', '/api/v1/shipments/bug', { key });
    expect([status, text]).toEqual([500, '{"success":false,"message":"Internal error","code":"INTERNAL"}']);
  });

  it.each([
    ['/api/v1/shipments', 200],
    ['/api/v1/nothing', 404],
    ['/api/v1/shipments?page=0', 400],
    ['/openapi.json', 200],
  ])('to %s carry request id, rate limit and security headers', async (path, expected) => {
    const { status, headers } = await gateway.send('GET', path, { key, headers: { 'x-request-id': 'my.id-1:2_3' } });
    expect(status).toBe(expected);
    expect(headers.get('x-request-id')).toBe('my.id-1:2_3');
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
      expect(headers.get(name)).toMatch(/^\d+$/);
    }
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each(['has space', 'x'.repeat(129), '<script>'])('replace the request id %j, which is not sane', async (id) => {
    const { headers } = await gateway.send('GET', '/api/v1/nothing', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^op_[\da-z]{26}$/);
  });

  it('to HEAD are those to GET without the body', async () => {
    const { status, text, headers } = await gateway.send('HEAD', '/api/v1/shipments', { key });
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'application/json; charset=utf-8']);
  });

  it('to OPTIONS say what is allowed, and open nothing to other origins', async () => {
    const { status, headers } = await gateway.send('OPTIONS', '/api/v1/shipments', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('ignore a header that asks for another method', async () => {
    const { status } = await gateway.send('POST', '/api/v1/shipments/shp_1', {
      key,
      headers: { 'x-http-method-override': 'DELETE' },
    });
    expect(status).toBe(405);
  });
});

describe('unknown paths', () => {
  it.each([
    '/api',
    '/api/v1',
    '/api/v2/shipments',
    '/api/v1//shipments',
    '/api/v1/shipments/a/b/c',
    '/metrics',
    '/livez',
    '/readyz',
    '/.env',
    '/operator',
    '/control/shipments',
    '/docs/../../etc/passwd',
    '/docs/package.json',
    '/API/V1/SHIPMENTS',
    '/api/v1/shipments/%2e%2e%2fx/track/y',
  ])('%s is 404 in the envelope', async (path) => {
    const { status, json } = await gateway.send('GET', path, { key });
    expect([status, json.code, json.success]).toEqual([404, 'ROUTE_NOT_FOUND', false]);
  });
});

describe('bodies', () => {
  const calculate = (body: string | Uint8Array | ReadableStream, headers: Record<string, string> = {}) =>
    gateway.send('POST', '/api/v1/rates/calculate', {
      key,
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('of more than 1 MiB are 413, with and without a declared length', async () => {
    const tooLarge = `{"a":"${'x'.repeat(maxBodyBytes)}"}`;
    const declared = await calculate(tooLarge);
    expect([declared.status, declared.json.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const chunked = await calculate(new Blob([tooLarge]).stream());
    expect([chunked.status, chunked.json.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('of 1 MiB are read, in chunks too', async () => {
    const largest = `{"a":"${'x'.repeat(maxBodyBytes - 8)}"}`;
    expect(largest).toHaveLength(maxBodyBytes);
    expect((await calculate(largest)).json.errors).toHaveProperty('pickupPincode');
    expect((await calculate(new Blob([largest]).stream())).json.errors).toHaveProperty('pickupPincode');
  });

  it('that are compressed are 415: nothing is inflated', async () => {
    const { status, json } = await calculate('{}', { 'content-encoding': 'gzip' });
    expect([status, json.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('without a content type are 415', async () => {
    const { hostname, host } = new URL(gateway.url);
    const answer = await raw(
      `POST /api/v1/rates/calculate HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${key}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(answer).toContain('HTTP/1.1 415');
    expect(answer).toContain('UNSUPPORTED_MEDIA_TYPE');
    expect(hostname).toBe('127.0.0.1');
  });

  it.each([
    ['broken JSON', '{"a":'],
    ['NUL', '{"pickupPincode":"1100\\u0000"}'],
    ['a lone surrogate', '{"pickupPincode":"\\ud800"}'],
    ['a lone surrogate in an unknown key', '{"\\udfff":1}'],
    [
      'a number that is not finite',
      '{"weightGrams":1e999,"pickupPincode":"110001","dropPincode":"400001","paymentMode":"COD"}',
    ],
    ['depth', '{"a":'.repeat(50_000)],
    ['an array of 500,000', `[${'1,'.repeat(499_999)}1]`],
    ['half of UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x22, 0x7d])],
  ])('with %s are 400 in the envelope', async (_what, body) => {
    const { status, json } = await calculate(body);
    expect([status, json.success, json.code]).toEqual([400, false, 'VALIDATION_FAILED']);
  });
});

describe('what is no proper HTTP', () => {
  const envelopeOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));

  it.each([
    ['no request line', 'nonsense\r\n\r\n', 400],
    ['no host', 'GET /api/v1/shipments HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a host that is none', 'GET /api/v1/shipments HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', 400],
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('(%s) is refused in the envelope', async (_what, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(envelopeOf(answer)).toMatchObject({ success: false, message: expect.any(String) });
  });

  it('a TRACE is a method like any other that is not served', async () => {
    expect(await raw('TRACE /api/v1/shipments HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
      'HTTP/1.1 405',
    );
  });
});

describe('plain HTTP behind an HTTPS address', () => {
  it('is sent to it, path and query and all, before anything is read', async () => {
    const secure = await world.startGateway({ PUBLIC_BASE_URL: 'https://api.example.com' });
    const { status, headers } = await secure.send('GET', '/api/v1/shipments?page=2', {
      headers: { 'x-forwarded-proto': 'http' },
    });
    expect([status, headers.get('location')]).toEqual([301, 'https://api.example.com/api/v1/shipments?page=2']);
    const over = await secure.send('GET', '/api/v1/shipments', { key, headers: { 'x-forwarded-proto': 'https' } });
    expect([over.status, over.headers.get('strict-transport-security')]).toEqual([
      200,
      expect.stringContaining('max-age'),
    ]);
  });

  it('stays as it is where no such address is configured', async () => {
    const { status } = await gateway.send('GET', '/api/v1/shipments', {
      key,
      headers: { 'x-forwarded-proto': 'http' },
    });
    expect(status).toBe(200);
  });
});

describe('a courier’s push', () => {
  it('is handed on byte for byte, and answered in the courier’s form without an envelope', async () => {
    const body = Buffer.from([0, 255, 1, 254]);
    const { status, text, headers } = await gateway.send('POST', '/courier-push/delhivery', {
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/xml', 'x-token': 'secret' },
    });
    expect([status, text, headers.get('content-type')]).toEqual([
      202,
      '{"Status":true}',
      'application/json; charset=utf-8',
    ]);
    const push = pushes.at(-1);
    expect(push).toMatchObject({
      courier: 'delhivery',
      headers: { 'content-type': 'application/xml', 'x-token': 'secret' },
    });
    expect(Buffer.from(push?.bodyBase64 ?? '', 'base64')).toEqual(body);
  });

  it('may be answered in plain text', async () => {
    const { text, headers } = await gateway.send('POST', '/courier-push/plain', { body: 'x' });
    expect([text, headers.get('content-type')]).toEqual(['OK', 'text/plain; charset=utf-8']);
  });

  it('may be as large as any other body, and no larger', async () => {
    expect((await gateway.send('POST', '/courier-push/dtdc', { body: 'x'.repeat(maxBodyBytes) })).status).toBe(202);
    expect((await gateway.send('POST', '/courier-push/dtdc', { body: 'x'.repeat(maxBodyBytes + 1) })).status).toBe(413);
  });

  it.each(['nobody', '%00', 'x'.repeat(200)])('of %s is 404', async (courier) => {
    expect((await gateway.send('POST', `/courier-push/${courier}`, { body: '{}' })).status).toBe(404);
  });

  it('is a POST', async () => {
    const { status, headers } = await gateway.send('GET', '/courier-push/delhivery');
    expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
  });
});

describe('the reference page', () => {
  it('works from this server alone: every file it names is here, and its policy allows no other source', async () => {
    const { status, text, headers } = await gateway.send('GET', '/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).not.toMatch(/https?:/);
    expect(headers.get('content-security-policy')).not.toMatch(/https?:|\*/);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].flatMap(([, file]) =>
      file === undefined ? [] : [file],
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect([file, (await gateway.send('GET', file)).status]).toEqual([file, 200]);
  });

  it('is where the host’s root leads', async () => {
    const { status, headers } = await gateway.send('GET', '/');
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  });
});

describe('without an operator token', () => {
  it('the operator API does not exist', async () => {
    const closed = await world.startGateway({ OPERATOR_TOKEN: '' });
    for (const [method, path] of [
      ['GET', '/operator/v1/organizations'],
      ['PATCH', '/operator/v1/organizations/org_1'],
      ['PUT', '/operator/v1/organizations'],
      ['OPTIONS', '/operator/v1/organizations'],
      ['GET', '/operator/openapi.json'],
    ] as const) {
      const { status, json } = await closed.send(method, path, { headers: asOperator });
      expect([method, path, status, json.code]).toEqual([method, path, 404, 'ROUTE_NOT_FOUND']);
    }
  });
});

describe('rate limits', () => {
  it('stop a key after its burst, say when to come back, and leave other keys alone', async () => {
    const limited = await world.startGateway({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '3' });
    const organizationId = await createOrganization(limited);
    const keys = [await createKey(limited, organizationId), await createKey(limited, organizationId)];
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => limited.send('GET', '/api/v1/shipments', { key: keys[0]?.key })),
    );
    const refused = statuses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const { json, headers } of refused) {
      expect(json.code).toBe('RATE_LIMITED');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('ratelimit-limit')).toBe('3');
      expect(headers.get('ratelimit-remaining')).toBe('0');
    }
    expect((await limited.send('GET', '/api/v1/shipments', { key: keys[1]?.key })).status).toBe(200);
  });

  it('stop an address that guesses at keys, while keys in use from there go on', async () => {
    const limited = await world.startGateway({ PUBLIC_RATE_LIMIT_PER_SECOND: '1', PUBLIC_RATE_LIMIT_BURST: '3' });
    expect((await limited.send('GET', '/api/v1/shipments', { key })).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => limited.send('GET', '/api/v1/shipments', { key: 'fk_live_guess' })),
    );
    expect(guesses.at(-1)?.status).toBe(429);
    expect((await limited.send('GET', '/api/v1/public/track/AWB1')).status).toBe(429);
    expect((await limited.send('GET', '/api/v1/shipments', { key })).status).toBe(200);
  });
});

describe('a gateway that stops', () => {
  it('finishes what it has begun and takes nothing new', async () => {
    const leaving = await world.startGateway();
    let release = () => {};
    hold = new Promise((resolve) => (release = resolve));
    const before = searches.length;
    const running = leaving.send('GET', '/api/v1/shipments?search=last', { key });
    await eventually(() => expect(searches).toHaveLength(before + 1));
    const stopped = leaving.stop();
    await eventually(async () => expect(await connects(leaving.url)).toBe(false));
    release();
    expect((await running).status).toBe(200);
    await stopped;
    expect(searches.slice(before)).toEqual(['last']);
  });
});

const connects = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
