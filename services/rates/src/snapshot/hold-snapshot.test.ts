import { expect, test } from 'vitest';
import { holdSnapshot } from './hold-snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** A loader whose loads end when the test says so, each with the number of the load as default plan. */
const manualLoader = () => {
  const ends: ((failure?: Error) => void)[] = [];
  const load = (): Promise<Snapshot> =>
    new Promise((resolve, reject) => {
      const number = ends.length;
      ends.push((failure) =>
        failure === undefined ? resolve({ defaultPlanId: `load ${number}` } as Snapshot) : reject(failure),
      );
    });
  return { load, ends };
};

const started = async () => {
  const { load, ends } = manualLoader();
  const holding = holdSnapshot(load);
  ends[0]?.();
  return { holder: await holding, ends };
};

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('who asks while a load runs gets the next one, and all who wait share it', async () => {
  const { holder, ends } = await started();
  const first = holder.reload();
  const second = holder.reload();
  const third = holder.reload();
  ends[1]?.();
  await first;
  await settled();
  expect(ends).toHaveLength(3);
  expect(holder.current().defaultPlanId).toBe('load 1');
  ends[2]?.();
  await Promise.all([second, third]);
  expect(holder.current().defaultPlanId).toBe('load 2');
});

test('a load that fails leaves the snapshot as it was and does not stop the next', async () => {
  const { holder, ends } = await started();
  const failing = holder.reload();
  const after = holder.reload();
  ends[1]?.(new Error('no database'));
  await expect(failing).rejects.toThrow('no database');
  await settled();
  expect(holder.current().defaultPlanId).toBe('load 0');
  ends[2]?.();
  await after;
  expect(holder.current().defaultPlanId).toBe('load 2');
});
