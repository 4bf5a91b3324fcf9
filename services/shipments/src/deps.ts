import type { CourierCaller } from '@freight/couriers';
import type { LabelDrawer } from '@freight/labels';
import type { Bus } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import type { Kysely } from 'kysely';
import type { ShipmentsConfig } from './config.ts';
import type { CourierAccounts } from './couriers/courier-accounts.ts';
import type { DocumentStorage } from './documents/document-storage.ts';
import type { Tables } from './tables.ts';

/** What the use cases work with; made once in start.ts. */
export type Deps = {
  db: Kysely<Tables>;
  bus: Bus;
  log: Logger;
  config: ShipmentsConfig;
  accounts: CourierAccounts;
  caller: CourierCaller;
  labels: LabelDrawer;
  storage: DocumentStorage;
  /** Starts the loops that do what a use case has just written down, without waiting for their next turn. */
  wake: { relay: () => void; courierTasks: () => void; courierPushes: () => void };
};
