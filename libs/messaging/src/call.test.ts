import { defineOperation, FreightError, type OrganizationContext } from '@freight/contracts';
import { createLogger } from '@freight/telemetry';
import { testNatsUrl } from '@freight/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bus, connectBus } from './bus.ts';
import { call, callRaw } from './call.ts';
import { type Implementation, implement, withStatus } from './implement.ts';
import { serve } from './serve.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const context: OrganizationContext = {
  requestId: 'req_1',
  operationId: 'op_1',
  actor: { type: 'service', id: 'gateway' },
  organizationId: 'org_1',
};

const greet = defineOperation({
  name: 'billing.greet',
  scope: 'organization',
  summary: 'Greets',
  input: z.object({ name: z.string().min(2), times: z.int().default(1), tags: z.array(z.string()).default([]) }),
  output: z.object({ greeting: z.string(), organizationId: z.string() }),
  timeoutMs: 300,
});

const greetWith = (greeting: (name: string) => Promise<string>) =>
  implement(greet, async (_: unknown, { organizationId }, { name }) => ({
    greeting: await greeting(name),
    organizationId,
  }));

let servers: string;
let caller: Bus;
let server: Bus;

beforeAll(async () => {
  servers = await testNatsUrl();
});

beforeEach(async () => {
  caller = await connectBus({ servers, service: 'gateway', log });
  server = await connectBus({ servers, service: 'billing', log });
});

afterEach(async () => {
  await caller.close();
  await server.close();
});

const serveNow = async (implementations: Implementation<unknown>[], options: { maxInFlight?: number } = {}) => {
  const served = serve(server, implementations, {}, { log, checkOutput: true, ...options });
  await server.flush();
  return served;
};

const hello = greetWith(async (name) => `Hello ${name}`);

describe('an operation that is served', () => {
  test('answers with its output, and the handler sees the caller’s context', async () => {
    await serveNow([hello]);
    await expect(call(caller, greet, context, { name: 'Asha' })).resolves.toEqual({
      greeting: 'Hello Asha',
      organizationId: 'org_1',
    });
  });

  test('gives every one of many concurrent callers its own answer', async () => {
    await serveNow([hello], { maxInFlight: 1000 });
    const names = Array.from({ length: 500 }, (_, index) => `caller ${index}`);
    const answers = await Promise.all(names.map((name) => call(caller, greet, context, { name })));
    expect(answers.map(({ greeting }) => greeting)).toEqual(names.map((name) => `Hello ${name}`));
  });

  test('answers raw callers with the bytes it wrote and the status of the contract', async () => {
    await serveNow([hello]);
    const { status, body } = await callRaw(caller, greet, context, { name: 'Asha' });
    expect(status).toBe(200);
    expect(new TextDecoder().decode(body)).toBe('{"greeting":"Hello Asha","organizationId":"org_1"}');
  });

  test('may answer with another status than the contract’s', async () => {
    await serveNow([implement(greet, async () => withStatus(202, { greeting: 'Later', organizationId: 'org_1' }))]);
    const { status, body } = await callRaw(caller, greet, context, { name: 'Asha' });
    expect([status, JSON.parse(new TextDecoder().decode(body))]).toEqual([
      202,
      { greeting: 'Later', organizationId: 'org_1' },
    ]);
  });

  test('may answer with a file, byte for byte, under any name', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13, 128]);
    await serveNow([
      implement(greet, async () => ({ contentType: 'application/pdf', fileName: 'लेबल "1".pdf', bytes })),
    ]);
    await expect(callRaw(caller, greet, context, { name: 'Asha' })).resolves.toEqual({
      status: 200,
      contentType: 'application/pdf',
      fileName: 'लेबल "1".pdf',
      body: Buffer.from(bytes),
    });
  });
});

const codeOf = async (promise: Promise<unknown>): Promise<FreightError> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof FreightError) return error;
    throw error;
  }
  throw new Error('Expected a FreightError');
};

describe('a call that fails', () => {
  test('throws the same error as the handler threw', async () => {
    await serveNow([
      greetWith(async () => {
        throw new FreightError('RATE_LIMITED', {
          message: 'Slow down',
          errors: { name: ['busy'] },
          retryAfterSeconds: 7,
        });
      }),
    ]);
    const { code, message, errors, retryAfterSeconds } = await codeOf(call(caller, greet, context, { name: 'Asha' }));
    expect({ code, message, errors, retryAfterSeconds }).toEqual({
      code: 'RATE_LIMITED',
      message: 'Slow down',
      errors: { name: ['busy'] },
      retryAfterSeconds: 7,
    });
  });

  test('tells nothing of an error that is not ours', async () => {
    await serveNow([
      greetWith(async () => {
        throw new Error('password authentication failed for host 10.0.0.1');
      }),
    ]);
    const { code, message } = await codeOf(call(caller, greet, context, { name: 'Asha' }));
    expect({ code, message }).toEqual({ code: 'INTERNAL', message: 'Internal error' });
  });

  test('names each faulty field by its path, checked on the caller’s side', async () => {
    const { code, errors } = await codeOf(call(caller, greet, context, { name: 'x' }));
    expect(code).toBe('VALIDATION_FAILED');
    expect(Object.keys(errors ?? {})).toEqual(['name']);
  });

  test('names each faulty field by its path, checked on the serving side', async () => {
    await serveNow([hello]);
    const { code, errors } = await codeOf(callRaw(caller, greet, context, { name: 'Asha', tags: ['ok', 5] }));
    expect(code).toBe('VALIDATION_FAILED');
    expect(Object.keys(errors ?? {})).toEqual(['tags.1']);
  });

  test('refuses a context without organization where the operation needs one', async () => {
    await serveNow([hello]);
    const { organizationId: _, ...system } = context;
    const { code } = await codeOf(callRaw(caller, greet, system, { name: 'Asha' }));
    expect(code).toBe('INTERNAL');
  });

  test('is SERVICE_UNAVAILABLE when nobody serves the operation', async () => {
    const { code, retryAfterSeconds } = await codeOf(call(caller, greet, context, { name: 'Asha' }));
    expect({ code, retryAfterSeconds }).toEqual({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
  });

  test('is UPSTREAM_TIMEOUT when the answer does not come in time', async () => {
    const never = Promise.withResolvers<string>();
    await serveNow([greetWith(() => never.promise)]);
    const { code } = await codeOf(call(caller, greet, context, { name: 'Asha' }));
    expect(code).toBe('UPSTREAM_TIMEOUT');
    never.resolve('too late');
  });

  test('is SERVICE_UNAVAILABLE at once when the bus is closed', async () => {
    await caller.close();
    const { code } = await codeOf(call(caller, greet, context, { name: 'Asha' }));
    expect(code).toBe('SERVICE_UNAVAILABLE');
  });

  test('is INTERNAL when the answer breaks the contract by a field too many', async () => {
    const tooMuch = { greeting: 'Hello', organizationId: 'org_1', passwordHash: 'x' };
    await serveNow([implement(greet, async () => tooMuch)]);
    const { code } = await codeOf(call(caller, greet, context, { name: 'Asha' }));
    expect(code).toBe('INTERNAL');
  });

  test('is PAYLOAD_TOO_LARGE when the input is larger than the bus carries', async () => {
    const { code } = await codeOf(call(caller, greet, context, { name: 'x'.repeat(65 * 1024 * 1024) }));
    expect(code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('is INTERNAL when the answer is larger than the bus carries', async () => {
    await serveNow([greetWith(async () => 'x'.repeat(65 * 1024 * 1024))]);
    const { code } = await codeOf(call(caller, { ...greet, timeoutMs: 5_000 }, context, { name: 'Asha' }));
    expect(code).toBe('INTERNAL');
  });
});

describe('a service under load', () => {
  test('refuses what is beyond its limit of requests in flight and serves again afterwards', async () => {
    const gate = Promise.withResolvers<string>();
    await serveNow([greetWith(() => gate.promise)], { maxInFlight: 1 });
    const first = call(caller, greet, context, { name: 'first' });
    const { code, retryAfterSeconds } = await codeOf(call(caller, greet, context, { name: 'second' }));
    expect({ code, retryAfterSeconds }).toEqual({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    gate.resolve('done');
    await expect(first).resolves.toMatchObject({ greeting: 'done' });
    await expect(call(caller, greet, context, { name: 'third' })).resolves.toMatchObject({ greeting: 'done' });
  });

  test('finishes what it has taken before a drain ends, and takes no more', async () => {
    const gate = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const served = await serveNow([
      greetWith(() => {
        started.resolve();
        return gate.promise;
      }),
    ]);
    const pending = call(caller, greet, context, { name: 'Asha' });
    await started.promise;
    const drained = served.drain();
    gate.resolve('finished');
    await drained;
    await expect(pending).resolves.toMatchObject({ greeting: 'finished' });
    expect((await codeOf(call(caller, greet, context, { name: 'late' }))).code).toBe('SERVICE_UNAVAILABLE');
  });
});
