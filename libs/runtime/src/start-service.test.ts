import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { defineOperation } from '@freight/contracts';
import { call, connectBus, implement } from '@freight/messaging';
import { createLogger } from '@freight/telemetry';
import { eventually, systemContext, testDatabase, testNatsUrl } from '@freight/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError } from './read-config.ts';
import { startService } from './start-service.ts';

const config = z.object({ GREETING: z.string().describe('What to say') });
const greet = defineOperation({
  name: 'rates.greet',
  scope: 'system',
  summary: 'Greets',
  input: z.object({}),
  output: z.object({ greeting: z.string() }),
});

let env: NodeJS.ProcessEnv;
let dropDatabase: () => Promise<void>;

beforeAll(async () => {
  const { adminUrl, drop } = await testDatabase();
  dropDatabase = drop;
  env = {
    DATABASE_URL: adminUrl,
    NATS_URL: await testNatsUrl(),
    LOG_LEVEL: 'silent',
    GREETING: 'namaste',
    CHECK_ANSWERS: 'true',
  };
});

afterAll(() => dropDatabase());

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

test('a service is ready once start is done, answers, and finishes what is in flight when it stops', async () => {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const service = await startService(
    {
      name: 'rates',
      config,
      start: async (runtime) => {
        runtime.onStop(async () => void order.push('registered first'));
        runtime.serve(
          [
            implement(greet, async () => {
              started.resolve();
              await gate.promise;
              return { greeting: runtime.config.GREETING };
            }),
          ],
          {},
        );
        runtime.onStop(async () => void order.push('registered last'));
      },
    },
    env,
  );
  const bus = await connectBus({
    servers: env.NATS_URL ?? '',
    service: 'tests',
    log: createLogger({ service: 'tests', level: 'silent' }),
  });
  expect(await statusOf(`${service.healthUrl}/livez`)).toBe(200);
  expect(await statusOf(`${service.healthUrl}/readyz`)).toBe(200);
  expect(await statusOf(`${service.healthUrl}/metrics`)).toBe(200);
  expect(await statusOf(`${service.healthUrl}/other`)).toBe(404);

  const answer = call(bus, greet, systemContext(), {});
  await started.promise;
  const stopped = service.stop();
  await eventually(async () => expect(await statusOf(`${service.healthUrl}/readyz`)).toBe(503));
  gate.resolve();
  await expect(answer).resolves.toEqual({ greeting: 'namaste' });
  await stopped;
  expect(order).toEqual(['registered last', 'registered first']);
  await expect(statusOf(`${service.healthUrl}/livez`)).rejects.toThrow('fetch failed');
  await bus.close();
});

test('a service reports the faults of its own variables and of those that all have together', async () => {
  const broken = startService({ name: 'rates', config, start: async () => {} }, { LOG_LEVEL: 'loud' });
  const error = await broken.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  expect(String(error)).toMatch(/DATABASE_URL.*NATS_URL.*LOG_LEVEL.*GREETING/s);
});

const runExample = (extra: NodeJS.ProcessEnv) => {
  const child = spawn(
    process.execPath,
    ['--import', '@freight/telemetry/register', fileURLToPath(new URL('example-service.ts', import.meta.url))],
    { env: { ...process.env, ...env, LOG_LEVEL: 'info', ...extra }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, exit, output: () => output };
};

test('a process ends with 0 after SIGTERM', async () => {
  const { child, exit, output } = runExample({});
  await eventually(() => expect(output()).toContain('"msg":"ready"'));
  child.kill('SIGTERM');
  await expect(exit).resolves.toBe(0);
  expect(output()).toContain('"msg":"stopped"');
});

test('a process that has something nobody handled says so and ends with 1', async () => {
  const { exit, output } = runExample({ GREETING: 'reject' });
  await expect(exit).resolves.toBe(1);
  expect(output()).toContain('"level":"fatal"');
  expect(output()).toContain('nobody handles this');
});

test('a process that is not configured names what is missing and ends with 1', async () => {
  const { exit, output } = runExample({ NATS_URL: '' });
  await expect(exit).resolves.toBe(1);
  expect(output()).toContain('NATS_URL is required');
});
