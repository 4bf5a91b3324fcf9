import { z } from 'zod';
import { secret } from './read-config.ts';

const port = z.coerce.number().int().min(0).max(65_535);

/** What every service is configured by; a service extends it: `baseConfig.extend({ … })`. */
export const baseConfig = z.object({
  DATABASE_URL: secret('PostgreSQL address with the role and password of this service').startsWith('postgres'),
  NATS_URL: z.string().min(1).describe('NATS addresses, separated by commas'),
  NATS_NKEY_SEED: secret('Secret half of the nkey of this service; without it NATS must let anyone in').optional(),
  HEALTH_HOST: z.string().default('127.0.0.1').describe('Address of the private port'),
  HEALTH_PORT: port.default(0).describe('Private port with /livez, /readyz and /metrics; 0 takes a free one'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe log lines written'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .min(2)
    .max(8)
    .default(6)
    .describe('Connections to PostgreSQL, 2 to 8: more were slower on two cores'),
  SHUTDOWN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(15_000)
    .describe('Time to finish after SIGTERM before the process ends anyway, in milliseconds'),
  MAX_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(1)
    .default(256)
    .describe('Requests handled at one time; beyond it callers are told to try again'),
  CHECK_ANSWERS: z
    .stringbool()
    .default(false)
    .describe('Check every answer against the contract; for development, it costs as much as the answer'),
});

export type BaseConfig = z.output<typeof baseConfig>;
