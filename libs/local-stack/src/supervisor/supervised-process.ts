import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { LineSplitter } from './line-splitter.ts';
import { ProcessLog } from './process-log.ts';
import type { ProcessSpec } from './process-spec.ts';
import { sendSignal } from './running-processes.ts';
import { wrapCommand } from './wrap-command.ts';

const readyPollMs = 25;
const readyAnswerTimeoutMs = 1_000;
/** A process that stayed ready for this long did start well: when it dies later that is no crash loop. */
const healthyAfterMs = 1_000;
const firstRestartDelayMs = 100;
const maxRestartDelayMs = 5_000;
/** A process that has never been ready and died this often is reported instead of waited for. */
const maxCrashesBeforeReady = 4;
const maxOutputWaitMs = 100;
const defaultGracePeriodMs = 10_000;

export interface SupervisedProcessOptions {
  readonly logFile: string;
  readonly pidFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly readyTimeoutMs: number;
  readonly log: (line: string) => void;
  readonly onLine?: ((line: string) => void) | undefined;
}

/**
 * One process that is kept running: started, logged, started again when it dies, stopped for good by `stop`.
 *
 * A restart comes 100 ms after a death; only a process that keeps dying without having been well waits longer,
 * twice as long each time up to 5 s, and is never given up.
 */
export class SupervisedProcess {
  readonly spec: ProcessSpec;
  readonly #options: SupervisedProcessOptions;
  readonly #log: ProcessLog;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  #running: Promise<void> | undefined;
  #child: ChildProcess | undefined;
  #isReady = false;
  #hasBeenReady = false;
  #restarts = 0;

  constructor(spec: ProcessSpec, options: SupervisedProcessOptions) {
    this.spec = spec;
    this.#options = options;
    this.#log = new ProcessLog(options.logFile, options.onLine);
    // Whoever calls start() hears of a failure; one that comes while nobody listens must not end this process.
    this.#firstReady.promise.catch(() => undefined);
  }

  /** Resolves when the process is ready for the first time. @throws Error with the end of its log when it will not. */
  async start(): Promise<void> {
    this.#running ??= this.#keepRunning();
    const timeout = setTimeout(() => this.#fail('was not ready in time'), this.#options.readyTimeoutMs);
    try {
      await this.#firstReady.promise;
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Undefined between a death and the restart. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Stop signal, grace period, SIGKILL. Resolves when the process and its process group are gone. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#firstReady.reject(new Error(`${this.spec.name} was stopped before it was ready`));
    await this.#running;
    this.#log.close();
  }

  async #keepRunning(): Promise<void> {
    let crashes = 0;
    while (!this.#stopping.signal.aborted) {
      const { end, wasHealthy } = await this.#runOnce();
      if (this.#stopping.signal.aborted) return;
      crashes = wasHealthy ? 0 : crashes + 1;
      if (!this.#hasBeenReady && crashes >= maxCrashesBeforeReady) this.#fail(`does not start: ${end}`);
      const waitMs = Math.min(firstRestartDelayMs * 2 ** Math.max(0, crashes - 1), maxRestartDelayMs);
      this.#options.log(`${this.spec.name} ${end}; starting it again in ${waitMs} ms`);
      await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      this.#restarts += 1;
    }
  }

  async #runOnce(): Promise<{ end: string; wasHealthy: boolean }> {
    const over = new AbortController();
    try {
      await this.spec.prepare?.();
      if (this.#stopping.signal.aborted) return { end: 'was stopped', wasHealthy: true };
      const child = await this.#spawn();
      const exit = once(child, 'exit');
      this.#endWhenStopped(child, over.signal);
      const readyAt = this.#waitUntilReady(over.signal);
      // oxlint-disable-next-line typescript/no-unsafe-assignment -- `once` types what an event carries as any; 'exit' carries these.
      const [code, signal]: (number | string | null)[] = await exit;
      over.abort();
      // What it had started in its own process group would hold its ports and files when it starts again.
      if (child.pid !== undefined) sendSignal(-child.pid, 'SIGKILL');
      await lastOutput(child);
      const end = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      return { end, wasHealthy: Date.now() - (await readyAt) >= healthyAfterMs };
    } catch (error) {
      return { end: `cannot be run: ${error instanceof Error ? error.message : String(error)}`, wasHealthy: false };
    } finally {
      over.abort();
      this.#cleanUp();
    }
  }

  async #spawn(): Promise<ChildProcess> {
    const { name, user, directoryAtDescriptor3: directory, stopSignal = 'SIGTERM' } = this.spec;
    const { command, args } = await wrapCommand(this.spec, stopSignal);
    const descriptor = directory === undefined ? undefined : openSync(directory, 'r');
    try {
      const child = spawn(command, args, {
        env: { ...process.env, ...this.spec.env, ...this.#options.env },
        stdio: ['ignore', 'pipe', 'ignore', ...(descriptor === undefined ? [] : [descriptor])],
        // Its own session: a Ctrl-C at the terminal reaches the supervisor only, which then stops all in order.
        detached: true,
        // Another user might not be allowed to be where we are.
        ...(user && { ...user, cwd: '/' }),
      });
      const lines = new LineSplitter();
      child.stdout?.on('data', (chunk: Buffer) => this.#log.write(lines.push(chunk)));
      child.stdout?.on('end', () => this.#log.write(lines.end()));
      await once(child, 'spawn');
      this.#child = child;
      writeFileSync(this.#options.pidFile, `${child.pid}\n`);
      this.#options.log(`${name} runs as process ${child.pid}`);
      return child;
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  #endWhenStopped(child: ChildProcess, over: AbortSignal): void {
    const end = () => {
      const { stopSignal = 'SIGTERM', gracePeriodMs = defaultGracePeriodMs } = this.spec;
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), gracePeriodMs);
      over.addEventListener('abort', () => clearTimeout(timer), { once: true });
    };
    if (this.#stopping.signal.aborted) end();
    else this.#stopping.signal.addEventListener('abort', end, { once: true, signal: over });
  }

  /** When it became ready (ms since the epoch); infinitely late if the process ended before. */
  async #waitUntilReady(over: AbortSignal): Promise<number> {
    while (!over.aborted) {
      if (await answersReady(this.spec.ready)) {
        if (over.aborted) break;
        this.#isReady = true;
        this.#hasBeenReady = true;
        this.#firstReady.resolve();
        return Date.now();
      }
      await delay(readyPollMs, undefined, { signal: over }).catch(() => undefined);
    }
    return Number.POSITIVE_INFINITY;
  }

  #cleanUp(): void {
    this.#isReady = false;
    this.#child = undefined;
    rmSync(this.#options.pidFile, { force: true });
  }

  #fail(what: string): void {
    const tail = this.#log.tail();
    const end = tail === '' ? 'it has logged nothing' : `the end of its log (${this.#log.path}):\n${tail}`;
    this.#firstReady.reject(new Error(`${this.spec.name} ${what}; ${end}`));
  }
}

/** Its last words explain its end. Somebody who has left its process group may hold the pipe open for longer. */
async function lastOutput(child: ChildProcess): Promise<void> {
  if (child.stdout === null || child.stdout.closed) return;
  await once(child.stdout, 'close', { signal: AbortSignal.timeout(maxOutputWaitMs) }).catch(() => undefined);
}

async function answersReady(ready: ProcessSpec['ready']): Promise<boolean> {
  if (ready === undefined) return true;
  try {
    if (typeof ready === 'function') return await ready();
    const response = await fetch(ready.url, { signal: AbortSignal.timeout(readyAnswerTimeoutMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
