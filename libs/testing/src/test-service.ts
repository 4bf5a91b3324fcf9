import type { Operation, OperationScope, ServiceName } from '@freight/contracts';
import { type Database, openDatabase } from '@freight/database';
import {
  type Bus,
  type ContextByScope,
  call,
  connectBus,
  ensureEventStream,
  type Implementation,
  serve,
} from '@freight/messaging';
import { type RunningService, type Runtime, startService } from '@freight/runtime';
import { createLogger, type Logger } from '@freight/telemetry';
import type { z } from 'zod';
import { testDatabase, testNatsUrl } from './test-servers.ts';

/** Where the services of one test file meet: one database with every schema, one NATS account. */
export type TestEnvironment = {
  databaseUrlOf: (service: ServiceName) => string;
  /** The administrator's address of the database. */
  adminUrl: string;
  natsUrl: string;
  log: Logger;
  /** A connection for the test itself: to call services, and to answer in the place of those that do not run. */
  bus: Bus;
  stop: () => Promise<void>;
};

/** A stream reserves its maximum of the server's disk, and every test file has one: at the default size a few would fill it. */
const testEventStream = { maxBytes: 16 * 1024 ** 2, maxAgeMs: 3_600_000, replicas: 1 };

/** LOG_LEVEL=debug shows what the services say; by default a test run is silent. */
const logLevel = process.env.LOG_LEVEL ?? 'silent';

export const testEnvironment = async (): Promise<TestEnvironment> => {
  const [database, natsUrl] = await Promise.all([testDatabase(), testNatsUrl()]);
  const log = createLogger({ service: 'tests', level: logLevel });
  const bus = await connectBus({ servers: natsUrl, service: 'tests', log });
  await ensureEventStream(bus, testEventStream);
  return {
    databaseUrlOf: database.urlOf,
    adminUrl: database.adminUrl,
    natsUrl,
    log,
    bus,
    stop: async () => {
      await bus.close();
      await database.drop();
    },
  };
};

export type TestServiceOptions<Config, Tables> = {
  service: ServiceName;
  /** The service's own configuration schema, and the variables it reads. */
  config: z.ZodType<Config>;
  env?: Record<string, string>;
  start: (runtime: Runtime<Config, Tables>) => Promise<unknown>;
  /** Neighbours, typed by their contract. */
  stubs?: readonly Implementation<undefined>[];
  /** Share one with another service or another replica; else the service has its own. */
  environment?: TestEnvironment;
};

export type TestService<Tables> = {
  /** Calls an operation as the gateway or a neighbour would, over the bus. */
  call: <Input extends z.ZodType, Output extends z.ZodType, Scope extends OperationScope>(
    operation: Operation<Input, Output, Scope>,
    context: ContextByScope[Scope],
    input: z.input<Input>,
  ) => Promise<z.output<Output>>;
  /** The service's schema as its own role, to look at what it wrote. */
  db: Database<Tables>['db'];
  bus: Bus;
  environment: TestEnvironment;
  /** Address of the private port. */
  healthUrl: string;
  stop: () => Promise<void>;
};

/**
 * A whole service in this process, on a real PostgreSQL and a real NATS, with its neighbours stubbed by contract.
 *
 * @example const billing = await testService({ service: 'billing', config: billingConfig, start: startBilling, stubs: [knowsEveryOrganization] });
 */
export const testService = async <Config, Tables>(
  options: TestServiceOptions<Config, Tables>,
): Promise<TestService<Tables>> => {
  const environment = options.environment ?? (await testEnvironment());
  const { bus, log } = environment;
  const stubs = serve(bus, options.stubs ?? [], undefined, { log, checkOutput: true });
  const url = environment.databaseUrlOf(options.service);
  const service: RunningService = await startService(
    { name: options.service, config: options.config, start: options.start },
    {
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '4',
      NATS_URL: environment.natsUrl,
      LOG_LEVEL: logLevel,
      CHECK_ANSWERS: 'true',
      ...options.env,
    },
  );
  await bus.flush();
  const database = openDatabase<Tables>({ url, schema: options.service, poolSize: 2, applicationName: 'test' });
  return {
    call: (operation, context, input) => call(bus, operation, context, input),
    db: database.db,
    bus,
    environment,
    healthUrl: service.healthUrl,
    stop: async () => {
      await service.stop();
      await stubs.drain();
      await database.close();
      if (options.environment === undefined) await environment.stop();
    },
  };
};
