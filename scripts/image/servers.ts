import { type ServiceName, serviceNames } from '@freight/contracts';
import { openDatabase } from '@freight/database';
import { startNats, startPostgres } from '@freight/local-stack';
import { newNkey } from '@freight/messaging';
import { natsUsers } from '../chart/nats-users.ts';

export type Servers = {
  /** Address of an owner who may create roles and is no superuser, as the chart asks for. */
  adminUrl: string;
  databaseUrlOf: (service: ServiceName) => string;
  natsUrl: string;
  nkeySeedOf: (service: ServiceName) => string;
  stop: () => Promise<void>;
};

export const rolePassword = 'password';

/** PostgreSQL and NATS as the chart has them: the services' users of the bus are those of its file, word for word. */
export const startServers = async (): Promise<Servers> => {
  const nkeys = new Map(serviceNames.map((service) => [service, newNkey()]));
  const users = serviceNames.reduce(
    (text, service) => text.replace(`$FREIGHT_${service.toUpperCase()}_NKEY`, nkeys.get(service)?.public ?? ''),
    natsUsers(),
  );
  const [postgres, nats] = await Promise.all([
    startPostgres({ ephemeral: true }),
    startNats({ ephemeral: true, extraConfig: `authorization {\n  users = [\n${users}  ]\n}\n` }),
  ]);
  await createOwner(postgres.url);
  const addressOf = (role: string): string => {
    const address = new URL(postgres.url);
    address.username = role;
    address.password = rolePassword;
    address.pathname = '/freight';
    return address.toString();
  };
  return {
    adminUrl: addressOf('freight'),
    databaseUrlOf: (service) => addressOf(`freight_${service}`),
    natsUrl: nats.url,
    nkeySeedOf: (service) => nkeys.get(service)?.seed ?? '',
    stop: async () => {
      await Promise.all([postgres.stop(), nats.stop()]);
    },
  };
};

const createOwner = async (url: string): Promise<void> => {
  const database = openDatabase({
    url,
    schema: 'public',
    poolSize: 1,
    applicationName: 'image-check',
    onError: () => {},
  });
  await database.pool.query(`create role freight login createrole password '${rolePassword}'`);
  await database.pool.query('create database freight owner freight');
  await database.close();
};
