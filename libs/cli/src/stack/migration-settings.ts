import type { ServiceName } from '@freight/contracts';
import { secret } from '@freight/runtime';
import { z } from 'zod';
import { readEnvironment } from './read-environment.ts';

const password = (service: ServiceName) => secret(`Password of the database role of ${service}`);

/** The environment of `freight migrate`. */
export const migrationSettings = z.object({
  DATABASE_URL: secret('Administrator’s address: a role that may create schemas and roles').startsWith('postgres'),
  GATEWAY_DATABASE_PASSWORD: password('gateway'),
  SHIPMENTS_DATABASE_PASSWORD: password('shipments'),
  RATES_DATABASE_PASSWORD: password('rates'),
  BILLING_DATABASE_PASSWORD: password('billing'),
  CHANNELS_DATABASE_PASSWORD: password('channels'),
  WEBHOOKS_DATABASE_PASSWORD: password('webhooks'),
});

/** @throws Error in one sentence naming every variable at fault */
export const readMigrationSettings = (
  env: NodeJS.ProcessEnv,
): { adminUrl: string; passwords: Record<ServiceName, string> } => {
  const settings = readEnvironment(migrationSettings, env);
  return {
    adminUrl: settings.DATABASE_URL,
    passwords: {
      gateway: settings.GATEWAY_DATABASE_PASSWORD,
      shipments: settings.SHIPMENTS_DATABASE_PASSWORD,
      rates: settings.RATES_DATABASE_PASSWORD,
      billing: settings.BILLING_DATABASE_PASSWORD,
      channels: settings.CHANNELS_DATABASE_PASSWORD,
      webhooks: settings.WEBHOOKS_DATABASE_PASSWORD,
    },
  };
};
