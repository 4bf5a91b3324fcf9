import type { Bus } from '@freight/messaging';
import type { Logger } from '@freight/telemetry';
import type { Kysely } from 'kysely';
import type { PlanVersions } from './cards/plan-versions.ts';
import type { RatesConfig } from './config.ts';
import type { HealthWindow } from './health/health-window.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { Tables } from './tables.ts';

/** Quotes touch no database: everything they read is in the snapshot and in the health window. */
export type Deps = {
  snapshot: () => Snapshot;
  health: HealthWindow;
  now: () => Date;
  /** For pricing past bookings as they were priced then. */
  planVersions: PlanVersions;
  /** For what operators change. */
  db: Kysely<Tables>;
  bus: Bus;
  log: Logger;
  config: RatesConfig;
  /** Call after a change of what the snapshot holds: this replica has it when the promise resolves, the others soon after. */
  announceChange: () => Promise<void>;
};
