import { join } from 'node:path';
import { type ServiceName, serviceNames } from '@freight/contracts';
import { ensureDatabase } from '@freight/database';
import { natsProcess, postgresProcess, type Supervisor } from '@freight/local-stack';
import { natsAuthorizationConfig, nkeyPublicOf } from '@freight/messaging';
import { databaseUrlOf, migrateServices } from './migrate-services.ts';
import type { StackPlan } from './processes.ts';

type Log = (line: string) => void;

const databaseName = 'freight';
const natsAdministrator = 'admin';

/**
 * PostgreSQL with every service's schema at today's state: the server of the given address, else one of our own.
 *
 * @returns `processes` are the names of what was started for it
 */
export const startDatabase = async (
  supervisor: Supervisor,
  { dataDirectory, ports, secrets }: StackPlan,
  givenUrl: string | undefined,
  log: Log,
) => {
  const adminUrl = givenUrl ?? (await startPostgres());
  const applied = await migrateServices(adminUrl, secrets.rolePasswords);
  if (applied.length > 0) log(`${applied.length} migrations applied`);
  return {
    adminUrl,
    urlOf: (service: ServiceName) => databaseUrlOf(adminUrl, service, secrets.rolePasswords[service]),
    processes: givenUrl === undefined ? ['postgres'] : [],
  };

  async function startPostgres(): Promise<string> {
    const postgres = await postgresProcess({
      dataDirectory: join(dataDirectory, 'postgres'),
      port: ports('postgres'),
      log,
    });
    await supervisor.start([postgres]);
    return ensureDatabase(postgres.url, databaseName);
  }
};

/**
 * NATS with JetStream: the server of the given address as it is, else one of our own, on which every service is a user that
 * may do what the contract gives it.
 *
 * @returns `adminUrl` for people and tools, `servicesUrl` for the services, which bring their nkeys
 */
export const startBus = async (
  supervisor: Supervisor,
  { dataDirectory, ports, secrets }: StackPlan,
  givenUrl: string | undefined,
  log: Log,
) => {
  if (givenUrl !== undefined) return { adminUrl: givenUrl, servicesUrl: givenUrl, usesNkeys: false, processes: [] };
  const nats = await natsProcess({
    dataDirectory: join(dataDirectory, 'nats'),
    port: ports('nats'),
    monitoringPort: ports('nats-monitoring'),
    extraConfig: natsAuthorizationConfig(
      serviceNames.map((service) => ({ service, nkeyPublic: nkeyPublicOf(secrets.nkeySeeds[service]) })),
      [{ user: natsAdministrator, password: secrets.natsAdminPassword }],
    ),
    log,
  });
  await supervisor.start([nats]);
  const adminUrl = nats.url.replace('nats://', `nats://${natsAdministrator}:${secrets.natsAdminPassword}@`);
  return { adminUrl, servicesUrl: nats.url, usesNkeys: true, processes: ['nats'] };
};
