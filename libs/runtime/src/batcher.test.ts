import { describe, expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

const never = async () => 'drop' as const;

describe('a batcher', () => {
  test('gathers what comes while a batch is under way, up to its limit', async () => {
    const gate = Promise.withResolvers<void>();
    const batches: number[][] = [];
    const batcher = createBatcher<number>({
      maxBatch: 3,
      handle: async (batch) => {
        batches.push([...batch]);
        if (batches.length === 1) await gate.promise;
      },
      onError: never,
    });
    const first = batcher.add(1);
    await Promise.resolve();
    const others = [2, 3, 4, 5].map((number) => batcher.add(number));
    gate.resolve();
    await Promise.all([first, ...others]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  test('tries a failed batch again as long as it is told to, and keeps the others waiting', async () => {
    const handled: number[] = [];
    let failures = 3;
    const batcher = createBatcher<number>({
      maxBatch: 1,
      handle: async ([number = 0]) => {
        failures -= 1;
        if (failures >= 0) throw new Error('away');
        handled.push(number);
      },
      onError: async () => 'again',
    });
    await Promise.all([batcher.add(1), batcher.add(2)]);
    expect(handled).toEqual([1, 2]);
  });

  test('goes on after a batch that it was told to drop', async () => {
    const handled: number[] = [];
    const batcher = createBatcher<number>({
      maxBatch: 1,
      handle: async ([number = 0]) => {
        if (number === 1) throw new Error('never');
        handled.push(number);
      },
      onError: never,
    });
    await Promise.all([batcher.add(1), batcher.add(2)]);
    await batcher.idle();
    expect(handled).toEqual([2]);
  });
});
