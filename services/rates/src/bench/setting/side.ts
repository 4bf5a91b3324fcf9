import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { calculateRates, newId, type OrganizationContext } from '@freight/contracts';
import { migrate } from '@freight/database';
import { freePort, startNats, startPostgres } from '@freight/local-stack';
import { callRaw, connectBus, ensureEventStream } from '@freight/messaging';
import { createLogger } from '@freight/telemetry';
import { quoteRequest } from './quote-request.ts';

/** One of the two that are compared: the rate service or the echo, each with a gateway, a bus and a database of its own. */
export type Side = {
  overNats: () => Promise<Uint8Array>;
  overHttp: () => Promise<Uint8Array>;
  stop: () => Promise<void>;
};

const log = createLogger({ service: 'bench', level: 'warn' });
const apiKey = 'fk_live_of-the-benchmark-and-nobody-else';
const unlimited = '1000000';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Starts a side and waits until it answers on both ways. `answer` is what the echo gives back. */
export const startSide = async (kind: 'rates' | 'echo', answer?: Uint8Array): Promise<Side> => {
  const postgres = await startPostgres({ ephemeral: true });
  const nats = await startNats({ ephemeral: true });
  const databaseUrlOf = async (service: 'gateway' | 'rates'): Promise<string> => {
    const role = { name: service, password: 'bench' };
    const directory = fileOf(`../../../../${service}/migrations`);
    await migrate({ adminUrl: postgres.url, schema: service, role, directory });
    return Object.assign(new URL(postgres.url), { username: role.name, password: role.password }).toString();
  };
  const port = await freePort();
  const gateway = startProcess(fileOf('../../../../gateway/src/main.ts'), {
    DATABASE_URL: await databaseUrlOf('gateway'),
    NATS_URL: nats.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    DEMO_API_KEY: apiKey,
    RATE_LIMIT_PER_SECOND: unlimited,
    RATE_LIMIT_BURST: unlimited,
  });
  const service =
    kind === 'rates'
      ? startProcess(fileOf('../../main.ts'), { DATABASE_URL: await databaseUrlOf('rates'), NATS_URL: nats.url })
      : startProcess(fileOf('./echo.ts'), { NATS_URL: nats.url, ECHO: Buffer.from(answer ?? []).toString() });

  const bus = await connectBus({ servers: nats.url, service: 'gateway', log });
  await ensureEventStream(bus);
  const agent = new Agent({ keepAlive: true });
  const overNats = async () => (await callRaw(bus, calculateRates, context, input)).body;
  const overHttp = () => post(agent, `http://127.0.0.1:${port}/api/v1/rates/calculate`);
  await answers(overNats);
  await answers(overHttp);
  return {
    overNats,
    overHttp,
    stop: async () => {
      agent.destroy();
      await Promise.all([gateway, service].map(stopProcess));
      await bus.close();
      await nats.stop();
      await postgres.stop();
    },
  };
};

const input = calculateRates.input.parse(quoteRequest);

const context: OrganizationContext = {
  requestId: newId('operation'),
  operationId: newId('operation'),
  actor: { type: 'api-key', id: 'key_bench' },
  organizationId: newId('organization'),
};

/** Log lines are made as in production, and read by nobody. */
const startProcess = (file: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--import', import.meta.resolve('@freight/telemetry/register'), file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });

const stopProcess = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

const startTimeoutMs = 30_000;

const answers = async (call: () => Promise<Uint8Array>): Promise<void> => {
  const givesUpAt = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (performance.now() > givesUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

const body = JSON.stringify(quoteRequest);

const headers = {
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
};

const post = (agent: Agent, url: string): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: 'POST', headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`the gateway answered ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
