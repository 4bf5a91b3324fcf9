import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type CourierCode, courierCodes } from '@freight/contracts';
import { type AutoProgressSettings, createAutoProgress } from './auto-progress.ts';
import { handleControl, type SandboxControl } from './control.ts';
import { type Dialect, json, type WireAnswer, type WireRequest } from './dialect.ts';
import { dialects } from './dialects.ts';
import { createFaults } from './faults.ts';
import { createPushSender, type PushTarget } from './push.ts';
import { createRandom } from './random.ts';
import { openStore } from './store.ts';
import { createWorld } from './world.ts';

export type CourierSandboxOptions = {
  /** 0 takes a free one. */
  port: number;
  host?: string | undefined;
  /** Same seed, same calls: same AWBs and same dice of faults. By default it differs each time. */
  seed?: number | undefined;
  log?: ((line: Record<string, unknown>) => void) | undefined;
  pushTargets?: ((courier: CourierCode) => PushTarget | undefined) | undefined;
  /** Journal of everything; without it a restart forgets. */
  statePath?: string | undefined;
  autoProgress?: AutoProgressSettings | undefined;
};

export type CourierSandbox = {
  /** `http://127.0.0.1:4010`; a courier's base address is `baseUrlOf(courier)`. */
  url: string;
  port: number;
  baseUrlOf(courier: CourierCode): string;
  /** The control API without HTTP, for tests in the same process. */
  control: SandboxControl;
  close(): Promise<void>;
};

const maxBodyBytes = 2_000_000;

/**
 * Starts one HTTP server that speaks the couriers' APIs, each under its own path, plus the control API and `GET /livez`.
 *
 * @example const sandbox = await startCourierSandbox({ port: 0, seed: 1 });
 */
export const startCourierSandbox = async (options: CourierSandboxOptions): Promise<CourierSandbox> => {
  const log = options.log ?? (() => {});
  const seed = options.seed ?? Date.now();
  const store = openStore(options.statePath);
  const faults = createFaults(createRandom(seed));
  const pushes = createPushSender({ targetOf: options.pushTargets ?? (() => undefined), faults, log });
  const world = createWorld({
    store,
    seed,
    onScan: (consignment, scan) => {
      const dialect = dialects[consignment.courier];
      if (dialect !== undefined) pushes.send(dialect, consignment, scan);
      progress.plan(consignment);
    },
  });
  const progress = createAutoProgress(
    options.autoProgress ?? { enabled: false, stepMs: 2_000 },
    () => store.all(),
    (consignment, status) => world.scan(consignment, { status }),
  );
  const control: SandboxControl = {
    store,
    faults,
    scan: (consignment, wish) => void world.scan(consignment, wish),
    setAutoProgress: progress.set,
    reset: () => {
      store.reset();
      faults.clear();
      progress.set(options.autoProgress ?? { enabled: false, stepMs: 2_000 });
    },
  };

  const answerCourier = async (dialect: Dialect, request: WireRequest): Promise<WireAnswer | 'hold'> => {
    const refusal = dialect.authenticate(request, world.of(dialect));
    if (refusal !== undefined) return refusal;
    for (const route of dialect.routes) {
      const match = route.method === request.method ? route.path.exec(request.path) : null;
      if (match === null) continue;
      const handle = () => route.handle({ ...request, params: match.slice(1) }, world.of(dialect));
      const operation =
        typeof route.operation === 'function' ? route.operation(request, world.of(dialect)) : route.operation;
      const fault = operation === undefined ? undefined : faults.draw(dialect.courier, operation);
      switch (fault?.kind) {
        case 'latency':
          await wait(fault.latencyMs);
          return handle();
        case 'http500':
          return { status: 500, body: '<html><body><h1>Internal Server Error</h1></body></html>' };
        case 'http429':
          return json({ message: 'Too many requests' }, 429);
        case 'timeout':
          await wait(fault.latencyMs, undefined, { ref: false });
          return 'hold';
        case 'timeoutAfterEffect':
          handle();
          await wait(fault.latencyMs, undefined, { ref: false });
          return 'hold';
        case 'garbage':
          // The worst of garbage: it happened, and the answer does not say so.
          handle();
          return { status: 200, body: '{"succe' };
        case 'reject':
          return operation === undefined ? handle() : dialect.reject(operation, request);
        default:
          return handle();
      }
    }
    return json({ detail: 'Not found.' }, 404);
  };

  const answer = async (request: WireRequest): Promise<WireAnswer | 'hold'> => {
    if (request.path === '/livez') return json({ status: 'ok' });
    if (request.path.startsWith('/control/')) return handleControl(request, control);
    const [, prefix = '', path = '/'] = /^\/([a-z]+)(\/.*)?$/.exec(request.path) ?? [];
    const courier = courierCodes.find((code) => code === prefix);
    const dialect = courier === undefined ? undefined : dialects[courier];
    return dialect === undefined ? json({ error: 'NOT_FOUND' }, 404) : answerCourier(dialect, { ...request, path });
  };

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing, answer, log);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  const port = portOf(server.address());
  const url = `http://${options.host ?? '127.0.0.1'}:${port}`;
  log({ event: 'sandbox-ready', url });

  return {
    url,
    port,
    baseUrlOf: (courier) => `${url}/${courier}`,
    control,
    close: async () => {
      progress.stop();
      await pushes.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      store.close();
    },
  };
};

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new TypeError('the sandbox listens on no port');
  return address.port;
};

const serve = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: WireRequest) => Promise<WireAnswer | 'hold'>,
  log: (line: Record<string, unknown>) => void,
): Promise<void> => {
  try {
    const body = await readBody(incoming);
    if (body === undefined) return void outgoing.writeHead(413).end();
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://sandbox');
    const method = incoming.method ?? 'GET';
    const reply = await answer({
      method,
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      body,
      params: [],
    });
    // The query is left out of the log: some couriers carry a key in it.
    log({ event: 'request', method, path: pathname, status: reply === 'hold' ? 'held' : reply.status });
    if (reply === 'hold') return void incoming.socket.destroy();
    const contentType = reply.contentType ?? (reply.body.startsWith('<') ? 'text/html' : 'application/json');
    outgoing.writeHead(reply.status, { 'content-type': contentType });
    outgoing.end(reply.body);
  } catch (error) {
    log({ event: 'request-failed', error: error instanceof Error ? error.message : 'unknown' });
    if (!outgoing.headersSent) outgoing.writeHead(500);
    outgoing.end();
  }
};

/** The body as text, undefined when it is larger than any courier takes. */
const readBody = async (incoming: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (!(chunk instanceof Uint8Array)) continue;
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBodyBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};
