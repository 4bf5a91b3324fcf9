import { resolve } from 'node:path';
import { secret } from '@freight/runtime';
import { z } from 'zod';
import { readEnvironment } from './read-environment.ts';
import { defaultDataDirectory } from './repository.ts';

const port = z.coerce
  .number({ error: 'must be a port from 1 to 65535' })
  .int('must be a port from 1 to 65535')
  .min(1, 'must be a port from 1 to 65535')
  .max(65_535, 'must be a port from 1 to 65535');

/** One address, or several separated by commas. */
const isAddress = (protocols: readonly string[]) => (text: string) =>
  text.split(',').every((one) => protocols.includes(URL.parse(one.trim())?.protocol ?? ''));

/** The environment of `freight start`. What else is set there is handed on to every process that is started. */
export const stackSettings = z.object({
  PORT: port.default(8080).describe('Port of the gateway on 127.0.0.1'),
  SANDBOX_PORT: port.optional().describe('Port of the courier sandbox; a free one that stays the same unless given'),
  DATA_DIR: z
    .string()
    .default(defaultDataDirectory)
    .transform((path) => resolve(path))
    .describe('Folder of all data, logs and secrets'),
  DATABASE_URL: secret('Administrator’s address of a PostgreSQL database to use instead of starting one')
    .refine(isAddress(['postgres:', 'postgresql:']), 'must be like postgres://user:password@host:5432/database')
    .optional(),
  NATS_URL: secret('Address of a NATS server with JetStream to use instead of starting one')
    .refine(isAddress(['nats:', 'tls:']), 'must be like nats://user:password@host:4222')
    .optional(),
  OPERATOR_TOKEN: secret('Token of the operator API; generated unless given').optional(),
  DEMO_API_KEY: secret('API key of the demonstration organization; generated unless given')
    .min(16, 'must have at least 16 characters')
    .optional(),
});

export type StackSettings = z.output<typeof stackSettings>;

/**
 * Reads the settings and takes them out of the environment, so that a process is given what the table in processes.ts says
 * and no more: the sandbox has no business with the administrator's address of the database.
 *
 * @throws Error in one sentence naming every variable at fault
 */
export const takeSettings = (env: NodeJS.ProcessEnv): StackSettings => {
  const settings = readEnvironment(stackSettings, env);
  for (const variable of Object.keys(stackSettings.shape)) delete env[variable];
  return settings;
};
