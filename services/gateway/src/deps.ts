import type { Bus } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import type { Kysely } from 'kysely';
import type { KeyDirectory } from './access/key-directory.ts';
import type { GatewayConfig } from './config.ts';
import type { Rate } from './limits/limiter.ts';
import type { Tables } from './tables.ts';

/** What the gateway's own operations work with. */
export type Deps = {
  db: Kysely<Tables>;
  bus: Bus;
  log: Logger;
  config: GatewayConfig;
  /** Told of every change to keys and organizations, so that no gateway goes on with what it remembered. */
  keys: Pick<KeyDirectory, 'forget'>;
  defaultRate: Rate;
};
