/** Handles items in batches without making any wait on purpose: while one batch is under way, the next gathers. */
export type Batcher<Item> = {
  /** Resolves when the batch with this item was handled. */
  add: (item: Item) => Promise<void>;
  /** Resolves when nothing is left. */
  idle: () => Promise<void>;
};

export type BatcherOptions<Item> = {
  maxBatch: number;
  handle: (batch: readonly Item[]) => Promise<void>;
  /** What a failed batch means: try the same again, possibly after a while, or drop it. */
  onError: (error: unknown, batch: readonly Item[]) => Promise<'again' | 'drop'>;
};

type Waiting<Item> = { item: Item; done: () => void };

export const createBatcher = <Item>({ maxBatch, handle, onError }: BatcherOptions<Item>): Batcher<Item> => {
  const waiting: Waiting<Item>[] = [];
  let running: Promise<void> | undefined;

  const handleUntilDone = async (batch: readonly Item[]): Promise<void> => {
    for (;;) {
      try {
        await handle(batch);
        return;
      } catch (error) {
        if ((await onError(error, batch)) === 'drop') return;
      }
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch);
      await handleUntilDone(batch.map(({ item }) => item));
      for (const { done } of batch) done();
    }
    running = undefined;
  };

  return {
    add: (item) =>
      new Promise((resolve) => {
        waiting.push({ item, done: resolve });
        // Started in a microtask, so that what is added in the same turn shares the first batch.
        running ??= Promise.resolve().then(run);
      }),
    idle: async () => {
      while (running !== undefined) await running;
    },
  };
};
