import { setTimeout as wait } from 'node:timers/promises';
import type { CourierCode } from '@freight/contracts';
import type { SandboxConsignment, SandboxScan } from './consignment.ts';
import type { Dialect } from './dialect.ts';
import type { Faults } from './faults.ts';

export type PushTarget = {
  url: string;
  headers: Record<string, string>;
  /** What couriers that sign sign with; without one they sign with nothing. */
  secret?: string | undefined;
};

export type PushSender = {
  /** Queues the push of one scan; pushes of one consignment leave in the order of its scans unless a fault says otherwise. */
  send(dialect: Dialect, consignment: SandboxConsignment, scan: SandboxScan): void;
  /** Waits for what is on its way and drops the rest. */
  close(): Promise<void>;
};

export type PushSenderOptions = {
  targetOf: (courier: CourierCode) => PushTarget | undefined;
  faults: Faults;
  log: (line: Record<string, unknown>) => void;
  /** How long a held push of `reorderPush` waits for the next one of its consignment, in milliseconds. */
  holdMs?: number | undefined;
};

const timeoutMs = 5_000;

/**
 * Posts scans the way couriers do: each scan once, again only as often as that courier says, and never from a store: what a
 * receiver misses must be fetched by tracking.
 */
export const createPushSender = ({ targetOf, faults, log, holdMs = 2_000 }: PushSenderOptions): PushSender => {
  const lanes = new Map<string, Promise<void>>();
  const held = new Map<string, () => Promise<void>>();
  const stop = new AbortController();

  const post = async (dialect: Dialect, target: PushTarget, body: string, giveUpEarly: boolean): Promise<void> => {
    for (let attempt = 0; attempt <= dialect.pushRetries.count && !stop.signal.aborted; attempt += 1) {
      if (attempt > 0) await wait(dialect.pushRetries.delayMs, undefined, { signal: stop.signal }).catch(() => {});
      const headers = dialect.pushHeaders?.(body, target.secret ?? '') ?? target.headers;
      const status = await postOnce({ url: target.url, headers }, body, stop.signal);
      if (giveUpEarly && attempt === 0) continue;
      if (status >= 200 && status < 300) return;
      log({ event: 'push-failed', courier: dialect.courier, attempt: attempt + 1, status });
    }
  };

  const deliver = async (dialect: Dialect, awb: string, body: string): Promise<void> => {
    const target = targetOf(dialect.courier);
    if (target === undefined || stop.signal.aborted) return;
    const fault = faults.draw(dialect.courier, 'push');
    const send = (text = body, giveUpEarly = false) => post(dialect, target, text, giveUpEarly);
    switch (fault?.kind) {
      case undefined:
        await send();
        break;
      case 'latency':
        await wait(fault.latencyMs, undefined, { signal: stop.signal }).catch(() => {});
        await send();
        break;
      case 'duplicatePush':
        await send();
        await send();
        break;
      case 'garbage':
        await send('{"this is": not json');
        break;
      case 'timeoutAfterEffect':
        // The receiver has it, the courier does not believe it and posts again.
        await send(body, true);
        break;
      case 'reorderPush': {
        // Held until the next push of this consignment has gone, or for a while when there is none.
        const release = async () => {
          if (held.get(awb) !== release) return;
          held.delete(awb);
          await send();
        };
        held.set(awb, release);
        wait(holdMs, undefined, { signal: stop.signal })
          .then(release)
          .catch(() => {});
        return;
      }
      case 'http500':
      case 'http429':
      case 'timeout':
      case 'reject':
        log({ event: 'push-lost', courier: dialect.courier, awb });
        return;
    }
    await held.get(awb)?.();
  };

  return {
    send: (dialect, consignment, scan) => {
      if (dialect.pushBody === undefined) return;
      const body = JSON.stringify(dialect.pushBody(consignment, scan));
      const key = `${dialect.courier}/${consignment.awb}`;
      const lane = (lanes.get(key) ?? Promise.resolve()).then(() => deliver(dialect, key, body));
      lanes.set(key, lane);
      void lane.finally(() => {
        if (lanes.get(key) === lane) lanes.delete(key);
      });
    },
    close: async () => {
      stop.abort();
      await Promise.allSettled(lanes.values());
    },
  };
};

/** The HTTP status, 0 when nobody answered. */
const postOnce = async (target: PushTarget, body: string, signal: AbortSignal): Promise<number> => {
  try {
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...target.headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
};
