import type { ServiceName } from '@freight/contracts';
import type { Logger } from '@freight/telemetry';
import { type ConnectionOptions, connect, type NatsConnection, nkeyAuthenticator } from 'nats';
import { fromSeed } from 'nkeys.js';
import { createReplies, type Replies } from './replies.ts';

/** Who talks on the bus: a service, or a tool beside them (`cli`, `tests`). */
export type BusUser = ServiceName | 'cli' | 'tests';

export type BusOptions = {
  /** One or more addresses, separated by commas: `nats://a:4222,nats://b:4222`. */
  servers: string;
  service: BusUser;
  /** The secret half of the service's nkey; without it the server must let anyone in. */
  nkeySeed?: string | undefined;
  log: Logger;
  /** Gives up waiting for the first connection. */
  signal?: AbortSignal;
};

/** A connection to NATS. It reconnects for ever; nothing outside this library knows which client is behind it. */
export type Bus = {
  readonly service: BusUser;
  isConnected: () => boolean;
  /** Settles once, when the connection is closed for good; an error says that it was not asked for. */
  closed: Promise<Error | undefined>;
  /** Calls back when the connection is lost, until the function it gives is called. */
  onDisconnect: (listener: () => void) => () => void;
  onReconnect: (listener: () => void) => () => void;
  /** Resolves when everything written so far has reached the server. */
  flush: () => Promise<void>;
  /** Ends all subscriptions, sends what is still to be sent and closes. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
};

/** What only this library may touch of a bus. */
export type BusInternals = {
  nc: NatsConnection;
  replies: Replies;
  log: Logger;
  /** How often the connection was lost so far. */
  losses: () => number;
  /** Waits until the connection is there and all others have had the time to come back too; at most `timeoutMs`. */
  settled: (timeoutMs: number) => Promise<void>;
};

const internals = new WeakMap<Bus, BusInternals>();

export const internalsOf = (bus: Bus): BusInternals => {
  const found = internals.get(bus);
  if (found === undefined) throw new Error('Not a bus made by connectBus');
  return found;
};

/** Replies of one service are readable by that service alone: `_INBOX.>` would let everyone read everything. */
export const inboxPrefix = (service: BusUser): string => `_INBOX_${service}`;

const connectTimeoutMs = 5_000;
const retryMs = 500;
/** Every client has tried again within its pause and jitter. */
const settleMs = 2 * retryMs;
const settlePollMs = 50;
// The client's defaults notice a silent link after four minutes and give up after ten tries.
const pingIntervalMs = 10_000;
const missedPings = 2;

/**
 * Connects to NATS, waiting for the first connection as long as it takes.
 *
 * @example const bus = await connectBus({ servers: 'nats://127.0.0.1:4222', service: 'billing', log });
 */
export const connectBus = async (options: BusOptions): Promise<Bus> => {
  const { service, log } = options;
  const nc = await connectFirst(options);
  const connection = watchConnection(nc, log);
  const replies = createReplies(nc, inboxPrefix(service), connection.isConnected);
  connection.onPublishRefused(replies.refuseSubject);
  const bus: Bus = {
    service,
    isConnected: connection.isConnected,
    onDisconnect: connection.onDisconnect,
    onReconnect: connection.onReconnect,
    closed: nc.closed().then((error) => (error instanceof Error ? error : undefined)),
    flush: () => nc.flush(),
    drain: async () => {
      await nc.drain();
      replies.close();
    },
    close: async () => {
      await nc.close();
      replies.close();
    },
  };
  internals.set(bus, { nc, replies, log, losses: connection.losses, settled: connection.settled });
  return bus;
};

const connectFirst = async ({ servers, service, nkeySeed, log, signal }: BusOptions): Promise<NatsConnection> => {
  const { addresses, credentials } = readServers(servers);
  const seed = nkeySeed === undefined ? undefined : new TextEncoder().encode(nkeySeed);
  // A seed that is none would be tried for ever.
  if (seed !== undefined) fromSeed(seed);
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await connect({
        servers: addresses,
        name: service,
        inboxPrefix: inboxPrefix(service),
        timeout: connectTimeoutMs,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMs,
        pingInterval: pingIntervalMs,
        maxPingOut: missedPings,
        // An account that is being changed must not stop a running service for ever.
        ignoreAuthErrorAbort: true,
        // An error object with a stack per request costs half of the client's throughput.
        noAsyncTraces: true,
        ...credentials,
        ...(seed === undefined ? {} : { authenticator: nkeyAuthenticator(seed) }),
      });
    } catch (error) {
      log.warn({ err: error }, 'NATS is not reachable yet');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
};

/** Splits `nats://user:password@host:4222,…` into what the client wants; it does not read credentials from addresses itself. */
const readServers = (servers: string): { addresses: string[]; credentials: Partial<ConnectionOptions> } => {
  const urls = servers.split(',').map((address) => {
    const trimmed = address.trim();
    return new URL(trimmed.includes('://') ? trimmed : `nats://${trimmed}`);
  });
  const named = urls.find(({ username }) => username !== '');
  return {
    addresses: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    credentials:
      named === undefined ? {} : { user: decodeURIComponent(named.username), pass: decodeURIComponent(named.password) },
  };
};

type Connection = Pick<Bus, 'isConnected' | 'onDisconnect' | 'onReconnect'> &
  Pick<BusInternals, 'losses' | 'settled'> & {
    onPublishRefused: (listener: (subject: string) => void) => () => void;
  };

const watchConnection = (nc: NatsConnection, log: Logger): Connection => {
  let connected = true;
  let losses = 0;
  let reconnectedAt = 0;
  const disconnected = createListeners<void>();
  const reconnected = createListeners<void>();
  const publishRefused = createListeners<string>();

  const watch = async () => {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') {
        connected = false;
        losses += 1;
        log.warn('NATS connection lost');
        disconnected.call();
      } else if (status.type === 'reconnect') {
        connected = true;
        reconnectedAt = performance.now();
        log.info('NATS connection restored');
        reconnected.call();
      } else if (status.type === 'error') {
        const { permissionContext: permission } = status;
        log.error({ code: status.data, permission }, 'NATS refused');
        if (permission?.operation === 'publish') publishRefused.call(permission.subject);
      }
    }
    connected = false;
  };
  void watch();

  const isConnected = (): boolean => connected && !nc.isClosed();

  return {
    isConnected,
    losses: () => losses,
    settled: async (timeoutMs) => {
      const givesUpAt = performance.now() + timeoutMs;
      while (performance.now() < givesUpAt) {
        if (isConnected() && performance.now() - reconnectedAt > settleMs) return;
        await new Promise((resolve) => setTimeout(resolve, settlePollMs));
      }
    },
    onDisconnect: disconnected.add,
    onReconnect: reconnected.add,
    onPublishRefused: publishRefused.add,
  };
};

type Listeners<T> = { add: (listener: (value: T) => void) => () => void; call: (value: T) => void };

const createListeners = <T>(): Listeners<T> => {
  const listeners = new Set<(value: T) => void>();
  return {
    add: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call: (value) => {
      for (const listener of listeners) listener(value);
    },
  };
};
