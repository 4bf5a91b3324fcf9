import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ServiceName, serviceNames } from '@freight/contracts';
import { migrate } from '@freight/database';
import pg from 'pg';

const template = 'freight_template';
const password = 'freight-test';

/** The role of a service in the run's databases; roles belong to the server, so all test databases share them. */
const roleOf = (service: ServiceName): string => `freight_test_${service}`;

const servicesFolder = fileURLToPath(new URL('../../../services', import.meta.url));

const withDatabase = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.toString();
};

const asAdmin = async <T>(adminUrl: string, run: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
};

/** Makes the template: every service's schema, migrated to today. */
export const makeTemplate = async (adminUrl: string): Promise<void> => {
  await asAdmin(adminUrl, async (client) => {
    await client.query(`drop database if exists ${template}`);
    await client.query(`create database ${template}`);
  });
  for (const service of serviceNames) {
    const directory = `${servicesFolder}/${service}/migrations`;
    if (!existsSync(directory)) continue;
    await migrate({
      adminUrl: withDatabase(adminUrl, template),
      schema: service,
      role: { name: roleOf(service), password },
      directory,
    });
  }
};

export type TestDatabase = {
  /** The administrator's address of this database. */
  adminUrl: string;
  /** The address as a service's own role. */
  urlOf: (service: ServiceName) => string;
  drop: () => Promise<void>;
};

/** A database of its own, cloned from the template in a few dozen milliseconds. */
export const cloneTemplate = async (adminUrl: string, name: string): Promise<TestDatabase> => {
  await asAdmin(adminUrl, (client) => client.query(`create database ${name} template ${template}`));
  const url = withDatabase(adminUrl, name);
  return {
    adminUrl: url,
    urlOf: (service) => {
      const address = new URL(url);
      address.username = roleOf(service);
      address.password = password;
      return address.toString();
    },
    drop: () => asAdmin(adminUrl, (client) => client.query(`drop database ${name} with (force)`)).then(() => {}),
  };
};
