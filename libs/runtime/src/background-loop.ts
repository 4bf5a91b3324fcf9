import type { Logger } from '@freight/telemetry';
import type { SessionLocks } from './session-locks.ts';

export type LoopOptions = {
  name: string;
  /** Pause between the end of one run and the start of the next, ±20 %, in milliseconds. */
  everyMs: number;
  /** Does one round; the signal says that the process wants to end. */
  run: (signal: AbortSignal) => Promise<void>;
  /** Let one replica run it at a time. */
  lock?: boolean;
  /** Longest pause after failures, in milliseconds. Default one minute. */
  maxBackoffMs?: number;
};

export type Loop = {
  /** Runs the next round now. */
  wake: () => void;
  /** Lets the running round finish and runs no more. */
  stop: () => Promise<void>;
};

const minute = 60_000;
const jitter = 0.2;

/**
 * Does something again and again in the background. Rounds never overlap, a failed one is logged and followed by ever longer
 * pauses of up to a minute, and `stop` waits for the last.
 *
 * @example const loop = startLoop({ name: 'expire-holds', everyMs: 5_000, run, lock: true }, { log, locks });
 */
export const startLoop = (
  { name, everyMs, run, lock = false, maxBackoffMs = minute }: LoopOptions,
  { log, locks }: { log: Logger; locks: SessionLocks },
): Loop => {
  const stopping = new AbortController();
  let failures = 0;
  let isWoken = false;
  let endPause = () => {};

  const round = async (): Promise<void> => {
    try {
      if (lock && (await locks.tryLock(name)) === undefined) return;
      await run(stopping.signal);
      failures = 0;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failures += 1;
      log.error({ err: error, loop: name, failures }, 'background round failed');
    }
  };

  const pause = (pauseMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs * (1 - jitter + 2 * jitter * Math.random()));
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const turn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await round();
      // Woken or told to stop during the round: there is something to do already.
      if (isWoken) continue;
      await pause(failures === 0 ? everyMs : Math.max(everyMs, Math.min(maxBackoffMs, everyMs * 2 ** failures)));
    }
  };
  const turning = turn();

  const wake = (): void => {
    isWoken = true;
    endPause();
  };

  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await turning;
    },
  };
};
