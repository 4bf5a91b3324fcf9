import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudEvent, listStuckBookings, shipmentChanged } from '@freight/contracts';
import { startCourierSandbox } from '@freight/courier-sandbox';
import { openDatabase } from '@freight/database';
import { call, consumeEvents, serve } from '@freight/messaging';
import { eventually, systemContext, testEnvironment } from '@freight/testing';
import type { CrashPoint } from './crash-point.ts';
import {
  bluedartSurface,
  delhiverySurface,
  type Neighbours,
  neighboursOf,
  type Reservations,
  type ShipmentsForTest,
  shipmentsEnv,
} from './shipments.fixture.ts';
import type { Tables } from './tables.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

/** Compiled once and not again for every process that a test starts: half of a start is that. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'freight-shipments-compiled') };

/** Fills the cache of compiled code; a program that ends by itself writes it, one that is killed does not. */
export const compileProgram = async (): Promise<void> => {
  await once(spawn(process.execPath, [program], { stdio: 'ignore', env: compiled }), 'exit');
};

/** Several processes start at one time on a machine that may have two cores. */
const startPatienceMs = 30_000;

export type CrashingShipments = Pick<ShipmentsForTest, 'call' | 'db' | 'sandbox' | 'reservations' | 'neighbours'> & {
  /** Starts the service as a process of its own, which dies at the crash point if one is named. */
  launch: (crashAt?: CrashPoint) => ServiceProcess;
  /** The same, and waits until it answers. */
  start: (crashAt?: CrashPoint) => Promise<ServiceProcess>;
  /** `version STATUS` of each event of a shipment that the stream has brought, in the order in which it came. */
  published: (shipmentId: string) => string[];
  stop: () => Promise<void>;
};

export type ServiceProcess = {
  /** Resolves when it was killed by its crash point. */
  death: () => Promise<void>;
  pause: () => void;
  resume: () => void;
};

/**
 * The real program beside a courier sandbox, with its neighbours in this process. Billing hears events here as the real one does,
 * since what a dead process could not tell it by a call must reach it so.
 */
export const crashingShipments = async (env: Record<string, string> = {}): Promise<CrashingShipments> => {
  const [environment, sandbox] = await Promise.all([testEnvironment(), startCourierSandbox({ port: 0, seed: 1 })]);
  const { bus, log, natsUrl, databaseUrlOf } = environment;
  const reservations: Reservations = new Map();
  const neighbours: Neighbours = {
    kycStatus: 'APPROVED',
    candidates: [bluedartSurface, delhiverySurface],
  };
  const stubs = serve(bus, neighboursOf(neighbours, reservations), undefined, { log, checkOutput: true });

  const events: { shipmentId: string; line: string }[] = [];
  const consumption = consumeEvents(bus, {
    durable: 'billing',
    filterSubjects: ['freight.events.v1.shipments.>'],
    concurrency: 1,
    onMessage: async ({ body }) => {
      const { subject, version, data } = shipmentEvent.parse(JSON.parse(body));
      events.push({ shipmentId: subject, line: `${version} ${data.status}` });
      const held = data.attemptId === null ? undefined : reservations.get(data.attemptId);
      if (data.attemptId === null) return 'done';
      if (data.status === 'LABEL_GENERATED' && held === 'HELD') reservations.set(data.attemptId, 'POSTED');
      if (data.status === 'CANCELLED') reservations.set(data.attemptId, 'REFUNDED');
      return 'done';
    },
  });
  const databaseUrl = databaseUrlOf('shipments');
  const database = openDatabase<Tables>({
    url: databaseUrl,
    schema: 'shipments',
    poolSize: 2,
    applicationName: 'test',
  });

  const children: ChildProcess[] = [];
  const launch = (crashAt?: CrashPoint): ServiceProcess => {
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...compiled,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '4',
        NATS_URL: natsUrl,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        ...shipmentsEnv(sandbox),
        COURIER_TIMEOUT_MS: '500',
        BOOKING_SETTLE_AFTER_MS: '800',
        ...env,
        ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }),
      },
    });
    children.push(child);
    const exit = once(child, 'exit');
    return {
      death: async () => {
        const [code, signal]: unknown[] = await exit;
        if (signal !== 'SIGKILL') throw new Error(`ended with ${String(code)} instead of dying at ${crashAt}`);
      },
      pause: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
    };
  };
  const start = async (crashAt?: CrashPoint): Promise<ServiceProcess> => {
    const launched = launch(crashAt);
    const answers = eventually(() => call(bus, listStuckBookings, systemContext(), {}), startPatienceMs);
    // A process that is to die while it finishes what the one before it began may be dead before it has answered anybody.
    await Promise.race([answers, launched.death()]);
    answers.catch(() => {});
    return launched;
  };

  return {
    sandbox,
    reservations,
    neighbours,
    db: database.db,
    call: (operation, context, input) => call(bus, operation, context, input),
    launch,
    start,
    published: (shipmentId) => events.filter((event) => event.shipmentId === shipmentId).map(({ line }) => line),
    stop: async () => {
      for (const child of children) child.kill('SIGKILL');
      await Promise.all([consumption.stop(), stubs.drain()]);
      await Promise.all([database.close(), sandbox.close()]);
      await environment.stop();
    },
  };
};

const shipmentEvent = cloudEvent(shipmentChanged.data);
