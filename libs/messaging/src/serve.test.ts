import { defineOperation, FreightError } from '@freight/contracts';
import { createLogger } from '@freight/telemetry';
import { eventually, systemContext, testNatsUrl } from '@freight/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bus, connectBus, internalsOf } from './bus.ts';
import { call } from './call.ts';
import { implement } from './implement.ts';
import { serve } from './serve.ts';

const divide = defineOperation({
  name: 'rates.divide',
  scope: 'system',
  summary: 'Divides',
  input: z.object({ by: z.int() }),
  output: z.object({ result: z.number() }),
});

let bus: Bus;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  lines = [];
  const log = createLogger({
    service: 'rates',
    destination: {
      write: (line) => {
        lines.push(JSON.parse(line));
      },
    },
  });
  bus = await connectBus({ servers: await testNatsUrl(), service: 'rates', log });
  serve(
    bus,
    [
      implement(divide, async (_deps: object, _context, { by }) => {
        if (by === 0) throw new FreightError('INVALID_STATE');
        if (by < 0) throw new Error('no idea', { cause: new Error('the reason') });
        return { result: 1 / by };
      }),
    ],
    {},
    { log },
  );
});

afterEach(() => bus.close());

const divideBy = (by: number) =>
  call(bus, divide, { ...systemContext(), requestId: `req_${by}` }, { by }).catch(() => {});

test('every handled operation leaves one line with its request, duration and outcome, as loud as the outcome', async () => {
  await divideBy(1);
  await divideBy(0);
  await divideBy(-1);
  expect(lines).toMatchObject([
    { level: 'info', operation: 'rates.divide', requestId: 'req_1', outcome: 'OK', durationMs: expect.any(Number) },
    { level: 'info', operation: 'rates.divide', requestId: 'req_0', outcome: 'INVALID_STATE' },
    {
      level: 'error',
      requestId: 'req_-1',
      outcome: 'INTERNAL',
      err: { cause: { message: 'no idea', cause: { message: 'the reason' } } },
    },
  ]);
});

test('a request that is not one is answered and changes nothing', async () => {
  const { replies } = internalsOf(bus);
  const reply = await replies.request('freight.rpc.v1.rates.divide', 'not json', 1_000);
  expect(reply.headers?.get('Nats-Service-Error-Code')).toBe('VALIDATION_FAILED');
});

test('the service can be found, and counts its requests and errors for whoever asks', async () => {
  await divideBy(1);
  await divideBy(0);
  await eventually(async () => {
    const reply = await internalsOf(bus).replies.request('$SRV.STATS.rates', '', 1_000);
    expect(reply.json()).toMatchObject({
      type: 'io.nats.micro.v1.stats_response',
      name: 'rates',
      endpoints: [{ name: 'divide', subject: 'freight.rpc.v1.rates.divide', num_requests: 2, num_errors: 1 }],
    });
  });
});
