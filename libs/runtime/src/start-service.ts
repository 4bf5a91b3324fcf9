import type { ServiceName } from '@freight/contracts';
import { type Database, openDatabase } from '@freight/database';
import { type Bus, connectBus, type Implementation, serve } from '@freight/messaging';
import { createLogger, type Logger, shutdownTelemetry } from '@freight/telemetry';
import type { z } from 'zod';
import { type Loop, type LoopOptions, startLoop } from './background-loop.ts';
import { type BaseConfig, baseConfig } from './base-config.ts';
import { type HealthServer, startHealthServer } from './health-server.ts';
import { readConfig } from './read-config.ts';
import { createSessionLocks, type SessionLocks } from './session-locks.ts';

/** What a service is given to work with. */
export type Runtime<Config, Tables> = {
  service: ServiceName;
  config: Config & BaseConfig;
  log: Logger;
  db: Database<Tables>['db'];
  pool: Database<Tables>['pool'];
  bus: Bus;
  locks: SessionLocks;
  /** Answers operations until the service stops; what is in flight then is finished. */
  serve: <Deps>(implementations: readonly Implementation<Deps>[], deps: Deps) => void;
  /** Starts a background loop that ends with the service. */
  loop: (options: LoopOptions) => Loop;
  /** Called when the service stops, the last registered first, while bus and database still work. */
  onStop: (stop: () => Promise<void>) => void;
};

export type ServiceOptions<Config, Tables> = {
  name: ServiceName;
  /** The service's own variables; those of `baseConfig` are read beside them. */
  config: z.ZodType<Config>;
  start: (runtime: Runtime<Config, Tables>) => Promise<unknown>;
};

export type RunningService = {
  config: BaseConfig;
  log: Logger;
  /** Address of the private port. */
  healthUrl: string;
  /** Settles when the bus is lost for good, which no service survives. */
  failed: Promise<Error>;
  /** Fails readiness, takes no more, finishes what is in flight, closes everything. */
  stop: () => Promise<void>;
};

/**
 * Starts a service in this process: configuration, logger, private port, database, bus, then what `start` does; ready after that.
 * A database or bus that is not there yet is waited for.
 *
 * @throws ConfigError naming all faults of the environment
 */
export const startService = async <Config, Tables>(
  { name, config: schema, start }: ServiceOptions<Config, Tables>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunningService> => {
  const config = readConfig(baseConfig.and(schema), env);
  const log = createLogger({ service: name, level: config.LOG_LEVEL });
  const stops: (() => Promise<void>)[] = [];
  let state: 'starting' | 'ready' | 'stopping' = 'starting';

  const health: HealthServer = await startHealthServer({
    host: config.HEALTH_HOST,
    port: config.HEALTH_PORT,
    unready: async () => (state === 'ready' ? await brokenPart(bus, database) : state),
  });
  const database = openDatabase<Tables>({
    url: config.DATABASE_URL,
    schema: name,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: name,
    onError: (error) => log.warn({ err: error }, 'idle database connection lost'),
  });
  await databaseAnswers(database, log);
  const bus = await connectBus({ servers: config.NATS_URL, service: name, nkeySeed: config.NATS_NKEY_SEED, log });
  const locks = createSessionLocks(database.pool, log);

  const stop = async (): Promise<void> => {
    state = 'stopping';
    log.info('stopping');
    for (const stopPart of stops.toReversed()) {
      await stopPart().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
    locks.close();
    await bus.drain().catch((error: unknown) => log.error({ err: error }, 'bus did not drain'));
    await database.close().catch((error: unknown) => log.error({ err: error }, 'pool did not close'));
    await health.close();
    await shutdownTelemetry();
    log.info('stopped');
  };

  const onStop = (stopPart: () => Promise<void>): void => void stops.push(stopPart);
  await start({
    service: name,
    config,
    log,
    db: database.db,
    pool: database.pool,
    bus,
    locks,
    onStop,
    serve: (implementations, deps) => {
      const served = serve(bus, implementations, deps, {
        log,
        maxInFlight: config.MAX_IN_FLIGHT,
        checkOutput: config.CHECK_ANSWERS,
      });
      onStop(served.drain);
    },
    loop: (options) => {
      const loop = startLoop(options, { log, locks });
      onStop(loop.stop);
      return loop;
    },
  });
  await bus.flush();
  state = 'ready';
  log.info({ health: health.url }, 'ready');
  return {
    config,
    log,
    healthUrl: health.url,
    stop,
    failed: bus.closed.then((error) => error ?? new Error('the bus was closed')),
  };
};

const databaseRetryMs = 500;

const databaseAnswers = async <Tables>({ pool }: Database<Tables>, log: Logger): Promise<void> => {
  for (;;) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      log.warn({ err: error }, 'PostgreSQL is not reachable yet');
      await new Promise((resolve) => setTimeout(resolve, databaseRetryMs));
    }
  }
};

const brokenPart = async <Tables>(bus: Bus, { pool }: Database<Tables>): Promise<string | undefined> => {
  if (!bus.isConnected()) return 'bus';
  return pool.query('select 1').then(
    () => undefined,
    () => 'database',
  );
};
