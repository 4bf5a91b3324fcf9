import type { Snapshot } from './snapshot.ts';

export type SnapshotHolder = {
  current: () => Snapshot;
  /** Resolves when a load that began after this call is in use. */
  reload: () => Promise<void>;
};

/**
 * Holds the snapshot in use. Loads never overlap, so an older one cannot replace a newer; whoever asks while one runs gets the
 * next, and all who wait share it.
 */
export const holdSnapshot = async (load: () => Promise<Snapshot>): Promise<SnapshotHolder> => {
  let current = await load();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    current = await load();
  };
  const start = (): Promise<void> => {
    next = undefined;
    running = run().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    current: () => current,
    reload: () => (running === undefined ? start() : (next ??= running.then(start, start))),
  };
};
