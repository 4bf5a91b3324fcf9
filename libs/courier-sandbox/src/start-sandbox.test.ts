import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sandboxCredentials } from './credentials.ts';
import { type CourierSandbox, type CourierSandboxOptions, startCourierSandbox } from './start-sandbox.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const start = async (options: Partial<CourierSandboxOptions> = {}): Promise<CourierSandbox> => {
  const sandbox = await startCourierSandbox({ port: 0, seed: 7, ...options });
  cleanups.push(() => sandbox.close());
  return sandbox;
};

const created = z.object({ packages: z.array(z.object({ waybill: z.string() })) });
const shown = z.looseObject({ scans: z.array(z.looseObject({ status: z.string() })) });
const pushed = z.object({ Shipment: z.object({ NSLCode: z.string() }) });
const invalid = z.object({ errors: z.record(z.string(), z.array(z.string())) });

const authorization = `Token ${sandboxCredentials.delhivery.token}`;

/** Books at Delhivery by hand, as its documentation shows it: no adapter is involved in these tests. */
const book = async (sandbox: CourierSandbox, order: string, shipment: Record<string, unknown> = {}) => {
  const base = sandbox.baseUrlOf('delhivery');
  const warehouse = { name: 'MAIN', phone: '9810012345', pin: '110006', city: 'Delhi', return_address: 'x' };
  await fetch(`${base}/api/backend/clientwarehouse/create/`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify(warehouse),
  });
  const one = {
    name: 'A',
    order,
    phone: '9820012345',
    add: 'x',
    pin: '400050',
    city: 'Mumbai',
    payment_mode: 'Prepaid',
  };
  const data = { shipments: [{ ...one, seller_inv: `shop-${order}`, ...shipment }], pickup_location: { name: 'MAIN' } };
  const answer = await fetch(`${base}/api/cmu/create.json`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ format: 'json', data: JSON.stringify(data) }),
  });
  const { packages } = created.parse(await answer.json());
  return packages[0]?.waybill ?? 'none';
};

const control = async (sandbox: CourierSandbox, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${sandbox.url}/control${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const shownBody: unknown = await answer.json();
  return { status: answer.status, body: shownBody };
};

const eventually = async (isTrue: () => Promise<boolean> | boolean): Promise<void> => {
  for (const startedAt = performance.now(); performance.now() - startedAt < 5_000; await wait(10)) {
    if (await isTrue()) return;
  }
  throw new Error('it did not happen within five seconds');
};

describe('control API', () => {
  it("shows a consignment by AWB, by the merchant's reference and by the booking's", async () => {
    const sandbox = await start();
    const awb = await book(sandbox, 'BK1');
    const { body } = await control(sandbox, 'GET', `/shipments/${awb}`);
    expect(body).toMatchObject({
      awb,
      courier: 'delhivery',
      service: 'surface',
      reference: 'shop-BK1',
      bookingReference: 'BK1',
      paymentMode: 'PREPAID',
      codAmount: 0,
      pickup: { pincode: '110006' },
      drop: { pincode: '400050' },
      scans: [{ status: 'LABEL_GENERATED', code: 'X-UCI' }],
      cancelled: false,
      ndrActions: [],
      qc: null,
    });
    expect((await control(sandbox, 'GET', '/shipments?reference=BK1')).body).toEqual([body]);
    expect((await control(sandbox, 'GET', '/shipments?reference=shop-BK1')).body).toEqual([body]);
    expect((await control(sandbox, 'GET', '/shipments?reference=other')).body).toEqual([]);
    expect((await control(sandbox, 'GET', '/shipments/none')).status).toBe(404);
  });

  it("takes a scan in our words and keeps it in the courier's", async () => {
    const sandbox = await start();
    const awb = await book(sandbox, 'BK1');
    const at = '2026-11-02T09:07:00.000Z';
    const wish = { status: 'DELIVERY_FAILED', ndrReason: 'CUSTOMER_REFUSED', at, location: 'Nagpur' };
    const answer = await control(sandbox, 'POST', `/shipments/${awb}/scans`, wish);
    expect(answer.status).toBe(201);
    expect(shown.parse(answer.body).scans.at(-1)).toMatchObject({
      status: 'DELIVERY_FAILED',
      code: 'EOD-6',
      at,
      location: 'Nagpur',
    });
  });

  it.each([
    ['POST', '/shipments/{awb}/scans', { status: 'CREATED' }, 'status'],
    ['POST', '/shipments/{awb}/scans', { status: 'DELIVERED', at: 'yesterday' }, 'at'],
    ['POST', '/shipments/{awb}/scans', { status: 'DELIVERY_FAILED', qc: { status: 'maybe' } }, 'qc.status'],
    ['POST', '/faults', { courier: 'delhivery', operation: 'book', kind: 'duplicatePush', rate: 1 }, 'kind'],
    ['POST', '/faults', { courier: 'nobody', operation: 'book', kind: 'timeout', rate: 1 }, 'courier'],
    ['POST', '/faults', { courier: 'delhivery', operation: 'book', kind: 'timeout', rate: 2 }, 'rate'],
    ['PUT', '/auto-progress', { enabled: 'yes', stepMs: 100 }, 'enabled'],
    ['GET', '/shipments', undefined, 'reference'],
  ])('names the field that is wrong: %s %s %j', async (method, path, body, field) => {
    const sandbox = await start();
    const awb = await book(sandbox, 'BK1');
    const answer = await control(sandbox, method, path.replace('{awb}', awb), body);
    expect([answer.status, Object.keys(invalid.parse(answer.body).errors)]).toEqual([400, [field]]);
  });

  it('forgets everything on reset, but never gives a number twice', async () => {
    const sandbox = await start();
    const awb = await book(sandbox, 'BK1');
    await control(sandbox, 'POST', '/reset');
    expect((await control(sandbox, 'GET', `/shipments/${awb}`)).status).toBe(404);
    expect(await book(sandbox, 'BK1')).not.toBe(awb);
  });

  it('spends a fault after its count and clears the rest', async () => {
    const sandbox = await start();
    const fault = { courier: 'delhivery', operation: 'book', kind: 'reject', rate: 1 };
    expect((await control(sandbox, 'POST', '/faults', { ...fault, count: 1 })).status).toBe(201);
    expect([await book(sandbox, 'A1'), (await book(sandbox, 'A2')).length]).toEqual(['', 14]);
    await control(sandbox, 'POST', '/faults', fault);
    await control(sandbox, 'DELETE', '/faults');
    expect((await book(sandbox, 'A3')).length).toBe(14);
  });
});

it('gives the same numbers and throws the same dice under the same seed', async () => {
  const run = async () => {
    const sandbox = await start({ seed: 42 });
    await control(sandbox, 'POST', '/faults', { courier: 'delhivery', operation: 'book', kind: 'reject', rate: 0.5 });
    const awbs = [];
    for (let at = 0; at < 12; at += 1) awbs.push(await book(sandbox, `BK${at}`));
    return awbs;
  };
  const [first, second] = [await run(), await run()];
  expect(first).toEqual(second);
  expect(first).toContain('');
});

it('knows after a restart what it knew before, even when its last line was torn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const statePath = join(folder, 'state.jsonl');
  const first = await startCourierSandbox({ port: 0, statePath });
  const awb = await book(first, 'BK1');
  await control(first, 'POST', `/shipments/${awb}/scans`, { status: 'PICKED_UP' });
  const before = (await control(first, 'GET', `/shipments/${awb}`)).body;
  await first.close();
  writeFileSync(statePath, `${readFileSync(statePath, 'utf8')}{"consignment":{"awb":`);
  const second = await start({ statePath });
  expect((await control(second, 'GET', `/shipments/${awb}`)).body).toEqual(before);
  expect(await book(second, 'BK1')).toBe('');
  expect(await book(second, 'BK2')).not.toBe(awb);
});

it('moves a booking to DELIVERED by itself, and stops where it is told to', async () => {
  const sandbox = await start({ autoProgress: { enabled: true, stepMs: 10 } });
  const awb = await book(sandbox, 'BK1');
  const statuses = async () =>
    shown.parse((await control(sandbox, 'GET', `/shipments/${awb}`)).body).scans.map(({ status }) => status);
  await eventually(async () => (await statuses()).at(-1) === 'DELIVERED');
  expect(await statuses()).toEqual([
    'LABEL_GENERATED',
    'PICKUP_SCHEDULED',
    'PICKED_UP',
    'IN_TRANSIT',
    'OUT_FOR_DELIVERY',
    'DELIVERED',
  ]);
  await control(sandbox, 'PUT', '/auto-progress', { enabled: false, stepMs: 10 });
  const second = await book(sandbox, 'BK2');
  expect(shown.parse((await control(sandbox, 'GET', `/shipments/${second}`)).body).scans).toHaveLength(1);
});

describe('pushes', () => {
  const receive = async (answer: (count: number) => number) => {
    const received: { status: string; headers: IncomingHttpHeaders }[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        const { Shipment } = pushed.parse(JSON.parse(body));
        received.push({ status: Shipment.NSLCode, headers: request.headers });
        response.writeHead(answer(received.length)).end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    cleanups.push(() => server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const target = { url: `http://127.0.0.1:${address.port}/`, headers: { 'x-courier-token': 'secret' } };
    return { received, sandbox: await start({ pushTargets: () => target }) };
  };
  const codes = (received: { status: string }[]) => received.map(({ status }) => status);

  it('go out for every scan, in order, with the token', async () => {
    const { received, sandbox } = await receive(() => 200);
    const awb = await book(sandbox, 'BK1');
    for (const status of ['PICKED_UP', 'OUT_FOR_DELIVERY', 'DELIVERED']) {
      await control(sandbox, 'POST', `/shipments/${awb}/scans`, { status });
    }
    await eventually(() => received.length === 4);
    expect(codes(received)).toEqual(['X-UCI', 'X-PPOM', 'X-DDD3FD', 'EOD-38']);
    expect(received.every(({ headers }) => headers['x-courier-token'] === 'secret')).toBe(true);
  });

  it('are tried once more by Delhivery and then lost', async () => {
    const { received, sandbox } = await receive((count) => (count <= 2 ? 500 : 200));
    const awb = await book(sandbox, 'BK1');
    await control(sandbox, 'POST', `/shipments/${awb}/scans`, { status: 'PICKED_UP' });
    await eventually(() => received.length === 3);
    expect(codes(received)).toEqual(['X-UCI', 'X-UCI', 'X-PPOM']);
  });

  it('come twice under duplicatePush, and in the wrong order under reorderPush', async () => {
    const { received, sandbox } = await receive(() => 200);
    const fault = { courier: 'delhivery', operation: 'push', rate: 1, count: 1 };
    await control(sandbox, 'POST', '/faults', { ...fault, kind: 'duplicatePush' });
    const awb = await book(sandbox, 'BK1');
    await eventually(() => received.length === 2);
    await control(sandbox, 'POST', '/faults', { ...fault, kind: 'reorderPush' });
    for (const status of ['PICKED_UP', 'DELIVERED']) {
      await control(sandbox, 'POST', `/shipments/${awb}/scans`, { status });
    }
    await eventually(() => received.length === 4);
    expect(codes(received)).toEqual(['X-UCI', 'X-UCI', 'EOD-38', 'X-PPOM']);
  });
});

it("refuses a courier's call without its key, and tells a probe that it lives", async () => {
  const sandbox = await start();
  const refused = await fetch(`${sandbox.baseUrlOf('delhivery')}/api/v1/packages/json/?waybill=1`);
  const probe = await fetch(`${sandbox.url}/livez`);
  expect([refused.status, probe.status]).toEqual([401, 200]);
});

it('makes a second consignment of one order when the order is not the same: only all six fields count', async () => {
  const sandbox = await start();
  const first = await book(sandbox, 'BK1');
  expect(await book(sandbox, 'BK1')).toBe('');
  expect(await book(sandbox, 'BK1', { total_amount: 5 })).not.toBe(first);
});
