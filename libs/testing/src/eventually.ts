import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a check until it passes: for what happens soon, but not at once. The last failure is thrown when it never does.
 *
 * @example await eventually(async () => expect(await statusOf(id)).toBe('DELIVERED'));
 */
export const eventually = async <T>(check: () => T | Promise<T>, timeoutMs = 10_000): Promise<T> => {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await sleep(25);
    }
  }
};
