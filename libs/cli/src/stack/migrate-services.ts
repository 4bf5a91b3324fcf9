import { existsSync } from 'node:fs';
import { type ServiceName, serviceNames } from '@freight/contracts';
import { type AppliedMigration, migrate } from '@freight/database';
import { migrationsOf } from './repository.ts';

/** Roles belong to the server and not to a database, so the name of a service's role begins with that of its database. */
export const roleOf = (adminUrl: string, service: ServiceName): string => `${databaseOf(adminUrl)}_${service}`;

/** The address under which a service reaches its own schema, with its own role. */
export const databaseUrlOf = (adminUrl: string, service: ServiceName, password: string): string => {
  const address = new URL(adminUrl);
  address.username = roleOf(adminUrl, service);
  address.password = password;
  return address.toString();
};

/**
 * Brings the schema and the role of every service up to date.
 *
 * @param adminUrl address of a role that may create schemas and roles, with the database
 * @param passwords what the services' roles are given as passwords
 * @returns the migration files applied by this run
 */
export const migrateServices = async (
  adminUrl: string,
  passwords: Readonly<Record<ServiceName, string>>,
): Promise<AppliedMigration[]> => {
  const withMigrations = serviceNames.filter((service) => existsSync(migrationsOf(service)));
  const applied = await Promise.all(
    withMigrations.map((service) =>
      migrate({
        adminUrl,
        schema: service,
        role: { name: roleOf(adminUrl, service), password: passwords[service] },
        directory: migrationsOf(service),
      }),
    ),
  );
  return applied.flat();
};

const databaseOf = (url: string): string => {
  const { pathname, username } = new URL(url);
  // As PostgreSQL has it: an address without a database means the one called like the user.
  return decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
};
