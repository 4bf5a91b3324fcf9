import { createLogger } from '@freight/telemetry';
import { eventually } from '@freight/testing';
import { expect, test } from 'vitest';
import { startLoop } from './background-loop.ts';
import type { SessionLocks } from './session-locks.ts';

const log = createLogger({ service: 'tests', level: 'silent' });
const free: SessionLocks = {
  tryLock: async () => ({ isHeld: () => true, query: async () => [] }),
  close: () => {},
};
const taken: SessionLocks = { ...free, tryLock: async () => undefined };
const never = 3_600_000;

test('rounds never overlap, however often the loop is woken', async () => {
  let running = 0;
  let most = 0;
  let rounds = 0;
  const loop = startLoop(
    {
      name: 'test',
      everyMs: 1,
      run: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        rounds += 1;
      },
    },
    { log, locks: free },
  );
  await eventually(() => {
    loop.wake();
    expect(rounds).toBeGreaterThan(20);
  });
  await loop.stop();
  expect(most).toBe(1);
});

test('a wake during a round makes another round', async () => {
  const gate = Promise.withResolvers<void>();
  let rounds = 0;
  const loop = startLoop(
    {
      name: 'test',
      everyMs: never,
      run: async () => {
        rounds += 1;
        if (rounds === 1) await gate.promise;
      },
    },
    { log, locks: free },
  );
  await eventually(() => expect(rounds).toBe(1));
  loop.wake();
  gate.resolve();
  await eventually(() => expect(rounds).toBe(2));
  await loop.stop();
});

test('stop waits for the round that runs, and tells it', async () => {
  const gate = Promise.withResolvers<void>();
  let told = false;
  let finished = false;
  const loop = startLoop(
    {
      name: 'test',
      everyMs: never,
      run: async (signal) => {
        await gate.promise;
        told = signal.aborted;
        finished = true;
      },
    },
    { log, locks: free },
  );
  const stopped = loop.stop();
  gate.resolve();
  await stopped;
  expect({ told, finished }).toEqual({ told: true, finished: true });
});

test('a failed round is followed by others', async () => {
  let rounds = 0;
  const loop = startLoop(
    {
      name: 'test',
      everyMs: 1,
      run: async () => {
        rounds += 1;
        throw new Error('broken');
      },
    },
    { log, locks: free },
  );
  await eventually(() => expect(rounds).toBeGreaterThan(2));
  await loop.stop();
});

test('nothing runs while another replica has the lock', async () => {
  let rounds = 0;
  let asked = 0;
  const loop = startLoop(
    {
      name: 'test',
      everyMs: 1,
      lock: true,
      run: async () => {
        rounds += 1;
      },
    },
    {
      log,
      locks: {
        ...taken,
        tryLock: async () => {
          asked += 1;
          return undefined;
        },
      },
    },
  );
  await eventually(() => expect(asked).toBeGreaterThan(2));
  await loop.stop();
  expect(rounds).toBe(0);
});
