export type Lanes = {
  /** Runs the task after all earlier ones of the same key. */
  run: (key: string, task: () => Promise<void>) => void;
  /** Tasks that are waiting or running. */
  size: () => number;
  idle: () => Promise<void>;
};

/** A fixed number of lanes, each doing one thing at a time; what shares a key shares a lane, so its order is kept. */
export const createLanes = (count: number): Lanes => {
  const tails = Array.from({ length: count }, () => Promise.resolve());
  let waiting = 0;
  return {
    run: (key, task) => {
      const lane = hash(key) % count;
      waiting += 1;
      tails[lane] = (tails[lane] ?? Promise.resolve()).then(task).finally(() => {
        waiting -= 1;
      });
    },
    size: () => waiting,
    idle: async () => {
      await Promise.allSettled(tails);
    },
  };
};

/** FNV-1a, 32 bit: even enough to spread ids over a handful of lanes. */
const hash = (key: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
};
