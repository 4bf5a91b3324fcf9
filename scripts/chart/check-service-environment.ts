import type { ServiceName } from '@freight/contracts';
import { baseConfig, ConfigError, readConfig } from '@freight/runtime';
import { migrationSettings } from '../../libs/cli/src/stack/migration-settings.ts';
import { serviceConfigs } from '../configuration-page.ts';
import type { Container } from './manifests.ts';

/**
 * The environment that the chart gives a service must be one that the service starts with: everything required is there, every value is
 * one that its schema takes, and nothing is set that nobody reads.
 */
export const checkServiceEnvironment = (service: ServiceName, { env }: Container): string[] => {
  const schema = serviceConfigs[service];
  const known = new Set([...Object.keys(baseConfig.shape), ...Object.keys(schema.shape)]);
  const unread = env.filter(({ name }) => !known.has(name) && !foreign.test(name));
  return [
    ...unread.map(({ name }) => `${service}: nobody reads ${name}`),
    ...faultsOf(() => readConfig(baseConfig.and(schema), valuesOf(env))).map((fault) => `${service}: ${fault}`),
  ];
};

/** The same for the migration Job, which has a schema of its own. */
export const checkMigrationEnvironment = ({ env }: Container): string[] =>
  faultsOf(() => readConfig(migrationSettings, valuesOf(env))).map((fault) => `migrations: ${fault}`);

/** Read by Node.js, OpenTelemetry or an address in another variable; or an example of ci/. */
const foreign = /^(OTEL_|NODE_|DATABASE_PASSWORD$|POD_NAME$|HTTPS_PROXY$)/;

/** Secrets are read when a pod starts, so each stands here as something of the right form. */
const valuesOf = (env: Container['env']): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value }) => [name, value ?? sampleSecrets[name] ?? 'x'.repeat(40)]));

const sampleSecrets: Record<string, string> = {
  DATABASE_URL: 'postgresql://owner:password@localhost/freight',
  COURIER_ACCOUNTS: '[]',
  COURIER_SANDBOX_ACCOUNTS: '[]',
};

const faultsOf = (read: () => unknown): string[] => {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
};
