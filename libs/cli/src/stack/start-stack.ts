import { mkdir } from 'node:fs/promises';
import { type Supervisor, stopOnSignal, supervise } from '@freight/local-stack';
import { createApiClient } from '../api/api-client.ts';
import { announceLocalConnection, withdrawLocalConnection } from '../api/connection.ts';
import { createConsole } from './console.ts';
import { furnishDemonstration } from './demonstration.ts';
import { endWithNpm } from './end-with-npm.ts';
import { choosePorts, requireFreePort } from './ports.ts';
import { type StackPlan, sandboxProcess, serviceProcesses } from './processes.ts';
import { keepSecrets } from './secrets.ts';
import { startBus, startDatabase } from './servers.ts';
import type { StackSettings } from './settings.ts';

/** A first start on a small machine compiles everything and has nine processes at once. */
const readyTimeoutMs = 120_000;

/**
 * Runs the whole product on this machine until a signal ends it: servers, migrations, sandbox, services, demonstration. Tells
 * addresses and keys when everything is ready, then a line per request and event.
 *
 * @throws Error in words for the user when something will not start; nothing is left running then
 */
export const startStack = async (settings: StackSettings): Promise<void> => {
  const directory = settings.DATA_DIR;
  const output = createConsole(process.stdout);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Without a process yet: this takes the data folder, and ends what a killed run has left there.
  const supervisor = await supervise([], {
    dataDirectory: directory,
    readyTimeoutMs,
    log: output.note,
    onLine: output.showLine,
  });
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    output.silence();
    await withdrawLocalConnection(directory);
    await supervisor.stop();
  };
  stopOnSignal({ stop });
  endWithNpm();
  try {
    output.begin(await bringUp(supervisor, settings, output.note));
  } catch (error) {
    // What a signal has cut short ends with the signal, not as a failure.
    if (isStopping) return;
    await stop();
    throw error;
  }
};

/** Addresses and keys, by the names and in the order in which they are printed. */
type ReadyLines = Record<'api' | 'docs' | 'api-key' | 'operator-token' | 'nats' | 'postgres' | 'sandbox', string>;

const bringUp = async (
  supervisor: Supervisor,
  settings: StackSettings,
  log: (line: string) => void,
): Promise<ReadyLines> => {
  const plan = await makePlan(settings);
  const [database, bus] = await Promise.all([
    startDatabase(supervisor, plan, settings.DATABASE_URL, log),
    startBus(supervisor, plan, settings.NATS_URL, log),
    supervisor.start([sandboxProcess(plan)]),
  ]);
  await supervisor.start(
    serviceProcesses(plan, {
      natsUrl: bus.servicesUrl,
      usesNkeys: bus.usesNkeys,
      databaseUrlOf: database.urlOf,
      processes: [...database.processes, ...bus.processes],
    }),
  );

  const { secrets, publicUrl, sandboxUrl } = plan;
  const { demoApiKey: apiKey, operatorToken } = secrets;
  const api = `${publicUrl}/api/v1`;
  await furnishDemonstration(createApiClient({ api, apiKey, operatorToken }));
  await announceLocalConnection(plan.dataDirectory, { api, apiKey, operatorToken, sandbox: sandboxUrl });
  return {
    api,
    docs: `${publicUrl}/docs`,
    'api-key': apiKey,
    'operator-token': operatorToken,
    nats: bus.adminUrl,
    postgres: database.adminUrl,
    sandbox: sandboxUrl,
  };
};

const makePlan = async (settings: StackSettings): Promise<StackPlan> => {
  const { DATA_DIR: dataDirectory, PORT: gatewayPort, SANDBOX_PORT: sandboxPort } = settings;
  await requireFreePort(gatewayPort, 'PORT');
  if (sandboxPort !== undefined) await requireFreePort(sandboxPort, 'SANDBOX_PORT');
  const wanted = sandboxPort === undefined ? {} : { sandbox: sandboxPort };
  const ports = await choosePorts(dataDirectory, wanted, [gatewayPort]);
  const kept = await keepSecrets(dataDirectory);
  return {
    dataDirectory,
    secrets: {
      ...kept,
      operatorToken: settings.OPERATOR_TOKEN ?? kept.operatorToken,
      demoApiKey: settings.DEMO_API_KEY ?? kept.demoApiKey,
    },
    ports,
    gatewayPort,
    publicUrl: `http://127.0.0.1:${gatewayPort}`,
    sandboxUrl: `http://127.0.0.1:${ports('sandbox')}`,
  };
};
