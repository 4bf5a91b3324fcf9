// Calls per second through `call` and `callRaw`, beside the client's own request(), against one serving process.
// node libs/messaging/src/bench/messaging.ts [nats url]; starts a server of its own without one.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { defineOperation, type OrganizationContext, operationSubject } from '@freight/contracts';
import { startNats } from '@freight/local-stack';
import { createLogger } from '@freight/telemetry';
import { connect } from 'nats';
import { z } from 'zod';
import { connectBus } from '../bus.ts';
import { call, callRaw } from '../call.ts';
import { implement } from '../implement.ts';
import { serve } from '../serve.ts';

const log = createLogger({ service: 'bench', level: 'silent' });
const fields = z.object(Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`field${index}`, z.string()])));
const echo = defineOperation({
  name: 'billing.echo',
  scope: 'organization',
  summary: 'Echo',
  input: fields,
  output: fields,
});
const input = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`field${index}`, `value ${index}`]));
const context: OrganizationContext = {
  requestId: 'req_01k9w3bench',
  operationId: 'op_01k9w3bench',
  actor: { type: 'api-key', id: 'key_01k9w3bench' },
  organizationId: 'org_01k9w3bench',
};

const runMs = 3_000;

const rate = async (inFlight: number, once: () => Promise<unknown>): Promise<number> => {
  const endsAt = performance.now() + runMs;
  let calls = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await once();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  return Math.round(calls / (runMs / 1_000));
};

const serveEcho = async (servers: string): Promise<void> => {
  const bus = await connectBus({ servers, service: 'billing', log });
  serve(
    bus,
    [implement(echo, async (_deps: unknown, _context, fieldsIn) => fieldsIn)],
    {},
    { log, maxInFlight: 10_000 },
  );
  await bus.flush();
  process.send?.('ready');
};

const measure = async (servers: string): Promise<void> => {
  const child = fork(fileURLToPath(import.meta.url), ['serve', servers]);
  await once(child, 'message');
  const bus = await connectBus({ servers, service: 'gateway', log });
  const client = await connect({ servers });
  const payload = JSON.stringify({ context, input });
  const subject = operationSubject(echo);
  const variants: Record<string, () => Promise<unknown>> = {
    'client request()': () => client.request(subject, payload, { timeout: 10_000 }),
    callRaw: () => callRaw(bus, echo, context, input),
    'call (parsed at both ends)': () => call(bus, echo, context, input),
  };
  for (const run of Object.values(variants)) await rate(64, run);
  for (const inFlight of [1, 16, 64, 256]) {
    for (const [name, run] of Object.entries(variants)) {
      console.log(`${String(inFlight).padStart(4)} in flight  ${name.padEnd(28)} ${await rate(inFlight, run)} calls/s`);
    }
  }
  child.kill();
  await client.close();
  await bus.close();
};

const [mode, url] = process.argv.slice(2);
if (mode === 'serve' && url !== undefined) {
  await serveEcho(url);
} else if (mode !== undefined) {
  await measure(mode);
} else {
  const server = await startNats({ ephemeral: true });
  await measure(server.url);
  await server.stop();
}
