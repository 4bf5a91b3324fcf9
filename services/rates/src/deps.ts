import type { Snapshot } from './snapshot/snapshot.ts';

/** Quotes touch no database: everything they read is in the snapshot. */
export type Deps = {
  snapshot: () => Snapshot;
  now: () => Date;
};
