import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineOperation } from '@freight/contracts';
import { type RunningNats, startNats } from '@freight/local-stack';
import { createLogger } from '@freight/telemetry';
import { eventually, systemContext } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectBus } from './bus.ts';
import { call } from './call.ts';
import { implement } from './implement.ts';
import { newNkey } from './nats-authorization.ts';
import { serve } from './serve.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const ping = defineOperation({
  name: 'rates.ping',
  scope: 'system',
  summary: 'Pings',
  input: z.object({}),
  output: z.literal('pong'),
});

let directory: string;
let server: RunningNats;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'freight-bus-'));
  server = await startNats({ dataDirectory: directory });
});

afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

test('after a restart of NATS everything goes on; in between calls fail at once and listeners are told', async () => {
  const heard: string[] = [];
  const caller = await connectBus({ servers: server.url, service: 'gateway', log });
  const rates = await connectBus({ servers: server.url, service: 'rates', log });
  caller.onDisconnect(() => heard.push('disconnect'));
  caller.onReconnect(() => heard.push('reconnect'));
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  serve(
    rates,
    [
      implement(ping, async () => {
        started.resolve();
        await gate.promise;
        return 'pong' as const;
      }),
    ],
    {},
    { log },
  );
  await rates.flush();
  const inFlight = call(caller, ping, systemContext(), {});
  await started.promise;

  await server.stop();
  await eventually(() => expect(caller.isConnected()).toBe(false));
  await expect(call(caller, ping, systemContext(), {})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  gate.resolve();

  server = await startNats({ dataDirectory: directory });
  // The answer waited for the connection, and its caller for the answer.
  await expect(inFlight).resolves.toBe('pong');
  await eventually(() => expect(call(caller, ping, systemContext(), {})).resolves.toBe('pong'));
  expect(heard).toEqual(['disconnect', 'reconnect']);
  await caller.close();
  await rates.close();
});

test('the first connection is waited for', async () => {
  await server.stop();
  const connecting = connectBus({ servers: server.url, service: 'rates', log });
  server = await startNats({ dataDirectory: directory });
  const bus = await connecting;
  expect(bus.isConnected()).toBe(true);
  await bus.close();
});

test('a wait for the first connection can be given up', async () => {
  const giveUp = AbortSignal.abort(new Error('given up'));
  await expect(connectBus({ servers: server.url, service: 'rates', log, signal: giveUp })).rejects.toThrow('given up');
});

test('a seed that is none fails at once', async () => {
  const nkeySeed = `${newNkey().seed.slice(0, -4)}AAAA`;
  await expect(connectBus({ servers: server.url, service: 'rates', nkeySeed, log })).rejects.toThrow(/./);
});
