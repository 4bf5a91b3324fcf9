import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { adapterOf } from './adapters.ts';
import { type CourierCaller, type CourierObservation, createCourierCaller } from './call-courier.ts';
import type { CourierAccount } from './courier.ts';
import { createRateLimiter } from './rate-limit.ts';
import { bookingRequest } from './testing/sandbox-fixture.ts';

/** A courier that answers what a test tells it to. */
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end('{}');
let calls: IncomingMessage[] = [];
const server = createServer((request, response) => {
  calls.push(request);
  request.resume();
  answer(request, response);
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  baseUrl = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls = [];
});

const accountOf = (changes: Partial<CourierAccount> = {}): CourierAccount => ({
  courier: 'delhivery',
  baseUrl,
  credentials: { token: 'top-secret' },
  settings: { pickupLocation: 'MAIN' },
  ...changes,
});

const using = async <T>(
  options: Parameters<typeof createCourierCaller>[0],
  run: (caller: CourierCaller) => Promise<T>,
) => {
  const caller = createCourierCaller({ timeoutMs: 300, ...options });
  try {
    return await run(caller);
  } finally {
    await caller.close();
  }
};

const read = {
  operation: 'track',
  method: 'GET',
  path: '/track',
  query: { lickey: 'top-secret' },
  isRead: true,
} as const;
const write = { operation: 'book', method: 'POST', path: '/book', body: '{}', isRead: false } as const;

it('does not follow a redirect, and takes it for unknown', async () => {
  answer = (_, response) => void response.writeHead(302, { location: `${baseUrl}/elsewhere` }).end();
  const outcome = await using({}, (caller) => caller.send(accountOf(), write));
  expect(outcome).toEqual({ kind: 'unknown', cause: 'the courier answered 302' });
  expect(calls.map(({ url }) => url)).toEqual(['/book']);
});

it('takes an answer beyond the size limit for unknown', async () => {
  answer = (_, response) => void response.end('x'.repeat(2_000));
  const outcome = await using({ maxAnswerBytes: 1_000 }, (caller) => caller.send(accountOf(), write));
  expect(outcome).toMatchObject({ kind: 'unknown' });
});

it('takes a connection that is cut off for unknown, and a closed port for never sent', async () => {
  answer = (request) => void request.socket.destroy();
  expect(await using({}, (caller) => caller.send(accountOf(), write))).toMatchObject({ kind: 'unknown' });
  const closed = accountOf({ baseUrl: 'http://127.0.0.1:1' });
  expect(await using({}, (caller) => caller.send(closed, write))).toMatchObject({
    kind: 'refused',
    reason: 'UNAVAILABLE',
  });
});

it('sends a read once more and a booking never', async () => {
  answer = (_, response) => void response.writeHead(500).end();
  await using({}, (caller) => caller.send(accountOf(), read));
  expect(calls).toHaveLength(2);
  calls = [];
  await using({}, (caller) => caller.send(accountOf(), write));
  expect(calls).toHaveLength(1);
});

it.each(['bluedart', 'dtdc'] as const)('puts no key of %s into an outcome or an observation', async (courier) => {
  const seen: CourierObservation[] = [];
  const account = accountOf({
    courier,
    credentials: {
      loginId: 'L',
      licenceKey: 'top-secret',
      clientId: 'top-secret',
      apiKey: 'top-secret',
      trackingPassword: 'top-secret',
    },
  });
  const outcomes: unknown[] = [];
  const faults: (typeof answer)[] = [
    (request) => void request.socket.destroy(),
    (_, response) => void response.writeHead(500).end(),
    (_, response) => void response.writeHead(403).end('{}'),
    (_, response) => void response.end('not json'),
  ];
  for (const fault of faults) {
    answer = (request, response) => {
      if (request.url?.startsWith('/token')) return void response.end('{"JWTToken":"top-secret-token"}');
      if (request.url?.includes('/authenticate')) return void response.end('top-secret-token');
      return fault(request, response);
    };
    await using({ observe: (one) => seen.push(one) }, async (caller) => {
      outcomes.push(await adapterOf(courier).track({ account, caller }, { awbs: ['1'] }));
      outcomes.push(await adapterOf(courier).book({ account, caller }, bookingRequest()));
    });
  }
  expect(calls.some(({ url }) => url?.includes('top-secret'))).toBe(true);
  expect(JSON.stringify([outcomes, seen])).not.toContain('top-secret');
});

it('opens the circuit of the account that fails, without touching another, and says so', async () => {
  answer = (request, response) =>
    void response.writeHead(request.headers.authorization === 'Token bad' ? 500 : 200).end('{}');
  const bad = accountOf({ credentials: { token: 'bad' } });
  await using({ guard: { minimumCalls: 4 } }, async (caller) => {
    const book = { ...write, headers: { authorization: 'Token bad' } };
    for (let call = 0; call < 4; call += 1) await caller.send(bad, book);
    expect(caller.isCircuitOpen(bad)).toBe(true);
    calls = [];
    expect(await caller.send(bad, book)).toMatchObject({ kind: 'refused', reason: 'UNAVAILABLE' });
    expect(calls).toHaveLength(0);
    expect(await caller.send(accountOf(), write)).toMatchObject({ kind: 'answered' });
  });
});

it('counts a circuit as open no longer than it refuses calls, so that whoever waits for it learns that it may be tried', async () => {
  answer = (_, response) => void response.writeHead(500).end();
  await using({ guard: { minimumCalls: 4, halfOpenAfterMs: 50 } }, async (caller) => {
    for (let call = 0; call < 4; call += 1) await caller.send(accountOf(), write);
    expect(caller.isCircuitOpen(accountOf())).toBe(true);
    await expect.poll(() => caller.isCircuitOpen(accountOf())).toBe(false);
  });
});

it('refuses calls beyond the bulkhead instead of piling them up', async () => {
  const waiting: ServerResponse[] = [];
  answer = (_, response) => void waiting.push(response);
  await using({ guard: { concurrency: 1, queue: 1 } }, async (caller) => {
    const outcomes = await Promise.all([1, 2, 3].map(() => caller.send(accountOf(), write)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['refused', 'unknown', 'unknown']);
  });
});

it('refuses the call after the last one that the courier allows, before it leaves', async () => {
  answer = (_, response) => void response.end('{}');
  const limited = { ...write, rateLimit: { calls: 2, perMs: 60_000 } };
  await using({}, async (caller) => {
    const outcomes = [];
    for (let call = 0; call < 3; call += 1) outcomes.push(await caller.send(accountOf(), limited));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'refused']);
    expect(calls).toHaveLength(2);
  });
  expect(await using({ mayCall: () => false }, (caller) => caller.send(accountOf(), limited))).toMatchObject({
    reason: 'RATE_LIMITED',
  });
});

it('counts anew in the next window', () => {
  let at = 0;
  const mayCall = createRateLimiter(() => at);
  const check = { account: accountOf(), operation: 'track', limit: { calls: 1, perMs: 1_000 } } as const;
  expect([mayCall(check), mayCall(check)]).toEqual([true, false]);
  at = 1_000;
  expect(mayCall(check)).toBe(true);
});

it('shares one login between concurrent calls and one refresh after the token is refused', async () => {
  let logins = 0;
  let valid = '';
  answer = (request, response) => {
    if (request.url === '/token/v1/login') {
      logins += 1;
      valid = `token-${logins}`;
      return void response.end(JSON.stringify({ JWTToken: valid }));
    }
    if (request.headers['jwttoken'] !== valid) return void response.writeHead(401).end('{}');
    return void response.end('{"ShipmentData":{}}');
  };
  const account = accountOf({ courier: 'bluedart', credentials: { clientId: 'a' } });
  await using({}, async (caller) => {
    const track = () => adapterOf('bluedart').track({ account, caller }, { awbs: ['1'] });
    const first = await Promise.all([track(), track(), track(), track()]);
    expect([logins, first.every(({ kind }) => kind === 'done')]).toEqual([1, true]);
    valid = 'expired at the courier';
    const second = await Promise.all([track(), track(), track(), track()]);
    expect([logins, second.every(({ kind }) => kind === 'done')]).toEqual([2, true]);
  });
});

it('knows that a booking was not sent when the login gave no answer', async () => {
  answer = (_, response) => void response.writeHead(500).end();
  const account = accountOf({ courier: 'bluedart', credentials: { clientId: 'b' } });
  const outcome = await using({}, (caller) => adapterOf('bluedart').book({ account, caller }, bookingRequest()));
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'UNAVAILABLE' });
});

it('sends the request id along', async () => {
  answer = (_, response) => void response.end('{"ShipmentData":[]}');
  await using({}, (caller) =>
    adapterOf('delhivery').track({ account: accountOf(), caller, requestId: 'req_42' }, { awbs: ['1'] }),
  );
  expect(calls[0]?.headers['x-request-id']).toBe('req_42');
});
