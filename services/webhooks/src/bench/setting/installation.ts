import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newId } from '@freight/contracts';
import { type Database, migrate, openDatabase } from '@freight/database';
import { startNats, startPostgres } from '@freight/local-stack';
import { type Bus, connectBus, ensureEventStream, serve } from '@freight/messaging';
import { createSessionLocks, messagingTablesSql, relayOutbox, serveOutbox, wakeRelay } from '@freight/runtime';
import { createLogger } from '@freight/telemetry';
import { newWebhookSecret } from '@freight/webhook-signature';
import { insertSubscription } from '../../subscriptions/subscription.store.ts';
import type { Tables } from '../../tables.ts';

/** What a benchmark measures: the real service in a process of its own, PostgreSQL that flushes every commit, NATS. */
export type Installation = {
  /** The service's tables. */
  db: Database<Tables>['db'];
  /** Pool of the shipments service, which the benchmark plays: its outbox, relay and answers. */
  shipments: Database<Record<string, never>>;
  wake: () => void;
  /** Subscribes each address for an organization of its own. @returns the organizations, in the same order */
  subscribe: (urls: readonly string[]) => Promise<string[]>;
  stop: () => Promise<void>;
};

export type InstallationOptions = {
  /** Variables of the webhook service. */
  env?: Record<string, string>;
  /** Flags of its Node, such as `--cpu-prof`. */
  nodeFlags?: readonly string[];
};

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;
const log = createLogger({ service: 'bench', level: 'warn' });

/** Starts everything; what it needs is made in temporary folders and removed by `stop`. */
export const startInstallation = async (options: InstallationOptions = {}): Promise<Installation> => {
  const postgres = await startPostgres({
    ephemeral: true,
    settings: { ...durable, shared_buffers: '512MB', max_wal_size: '4GB' },
  });
  const nats = await startNats({ ephemeral: true });
  const role = { name: 'webhooks_bench', password: randomBytes(16).toString('hex') };
  const directory = fileURLToPath(new URL('../../../migrations', import.meta.url));
  await migrate({ adminUrl: postgres.url, schema: 'webhooks', role, directory });
  const database = openDatabase<Tables>({
    url: postgres.url,
    schema: 'webhooks',
    poolSize: 2,
    applicationName: 'bench',
    statementTimeoutMs: 3_600_000,
  });
  const bus = await connectBus({ servers: nats.url, service: 'shipments', log });
  await ensureEventStream(bus);
  const shipments = await playShipments(postgres.url, bus);
  const endService = await startService(serviceUrl(postgres.url, role), nats.url, options);

  return {
    db: database.db,
    shipments: shipments.database,
    wake: () => wakeRelay(bus, 'shipments'),
    subscribe: (urls) => Promise.all(urls.map((url, index) => subscribe(database.db, `org_bench${index}`, url))),
    stop: async () => {
      await endService();
      await shipments.stop();
      await bus.close();
      await database.close();
      await nats.stop();
      await postgres.stop();
    },
  };
};

const serviceUrl = (adminUrl: string, { name, password }: { name: string; password: string }): string => {
  const url = new URL(adminUrl);
  url.username = name;
  url.password = password;
  return url.toString();
};

/** The owner of the events: an outbox, its relay, and the answers to those who compare. */
const playShipments = async (url: string, bus: Bus) => {
  const database = openDatabase<Record<string, never>>({
    url,
    schema: 'shipments',
    poolSize: 4,
    applicationName: 'bench',
  });
  await database.pool.query(`create schema shipments;${messagingTablesSql}`);
  const locks = createSessionLocks(database.pool, log);
  const relay = relayOutbox({ bus, log, service: 'shipments', locks });
  serve(bus, [serveOutbox('shipments')], { db: database.db }, { log });
  await bus.flush();
  return {
    database,
    stop: async () => {
      await relay.stop();
      locks.close();
      await database.close();
    },
  };
};

const startService = async (databaseUrl: string, natsUrl: string, options: InstallationOptions) => {
  const flags = ['--import', import.meta.resolve('@freight/telemetry/register'), ...(options.nodeFlags ?? [])];
  const child = fork(fileURLToPath(new URL('../../main.ts', import.meta.url)), {
    execArgv: flags,
    // Its log lines are made as in production, and read by nobody.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      ...options.env,
    },
  });
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
};

const subscribe = async (db: Installation['db'], organizationId: string, url: string): Promise<string> => {
  await insertSubscription(db, organizationId, {
    id: newId('subscription'),
    created_by_operation: newId('operation'),
    name: 'bench',
    url,
    events: null,
    secret: newWebhookSecret(),
  });
  return organizationId;
};
