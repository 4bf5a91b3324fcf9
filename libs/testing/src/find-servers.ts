import { request } from 'node:http';
import { startNats, startPostgres } from '@freight/local-stack';
import { GenericContainer, Wait } from 'testcontainers';
import { accountsConfig } from './nats-accounts.ts';

export type Servers = { databaseUrl: string; natsUrl: string; stop: () => Promise<void> };

/**
 * The servers of a test run: those that TEST_DATABASE_URL and TEST_NATS_URL name (the NATS must have the accounts of
 * `accountsConfig`), else containers where a Docker engine answers and has the images, else programs of this machine or of the
 * package registry.
 */
export const findServers = async (log: (line: string) => void): Promise<Servers> => {
  const { TEST_DATABASE_URL, TEST_NATS_URL } = process.env;
  const useContainers = await dockerAnswers();
  const [postgres, nats] = await Promise.all([
    TEST_DATABASE_URL === undefined
      ? orElse(useContainers, postgresContainer, () => startPostgres({ ephemeral: true }), log)
      : { url: TEST_DATABASE_URL, stop: async () => {} },
    TEST_NATS_URL === undefined
      ? orElse(
          useContainers,
          natsContainer,
          () => startNats({ ephemeral: true, extraConfig: accountsConfig, log }),
          log,
        )
      : { url: TEST_NATS_URL, stop: async () => {} },
  ]);
  return {
    databaseUrl: postgres.url,
    natsUrl: nats.url,
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop()]);
    },
  };
};

type Server = { url: string; stop: () => Promise<unknown> };

const orElse = async (
  useContainers: boolean,
  container: () => Promise<Server>,
  local: () => Promise<Server>,
  log: (line: string) => void,
): Promise<Server> => {
  if (!useContainers) return local();
  try {
    return await container();
  } catch (error) {
    log(`A Docker engine answers but gives no container, so a local server is used: ${String(error).slice(0, 200)}`);
    return local();
  }
};

const postgresContainer = async (): Promise<Server> => {
  const container = await new GenericContainer('postgres:17-alpine')
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'])
    .withExposedPorts(5432)
    // The image starts the server twice: once to initialise, once for good.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .start();
  const url = `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  return { url, stop: () => container.stop() };
};

const natsContainer = async (): Promise<Server> => {
  const container = await new GenericContainer('nats:2.11-alpine')
    .withCopyContentToContainer([
      { content: `jetstream { store_dir: /data }\nmax_payload: 8MB\n${accountsConfig}`, target: '/etc/freight.conf' },
    ])
    .withCommand(['-c', '/etc/freight.conf'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
  return {
    url: `nats://${container.getHost()}:${container.getMappedPort(4222)}`,
    stop: () => container.stop(),
  };
};

/** Asks the engine's socket, briefly: most machines that have none say so at once. */
const dockerAnswers = (): Promise<boolean> =>
  new Promise((resolve) => {
    const ping = request({ socketPath: '/var/run/docker.sock', path: '/_ping', timeout: 1_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
