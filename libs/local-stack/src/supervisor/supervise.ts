import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import type { ProcessSpec } from './process-spec.ts';
import { endProcesses, findProcesses, wasStartedWith } from './running-processes.ts';
import { checkStartOrder } from './start-order.ts';
import { SupervisedProcess } from './supervised-process.ts';

/** In the environment of every supervised process, so that a later supervisor knows its predecessor's children. */
const markerVariable = 'LOCAL_STACK_DIRECTORY';
/** They have had their stop signal from the kernel already, when the earlier supervisor died. */
const leftoverGraceMs = 3_000;
const defaultReadyTimeoutMs = 30_000;

export interface SuperviseOptions {
  /** Holds `logs/<name>.log` and `run/<name>.pid`; one supervisor at a time may use it. */
  readonly dataDirectory: string;
  /** What the supervisor itself has to tell, one line a decision. */
  readonly log?: (line: string) => void;
  /** Every line that a process writes to its standard output or standard error. */
  readonly onLine?: (name: string, line: string) => void;
  /** How long a process may take to be ready at its first start; 30 000 unless told. */
  readonly readyTimeoutMs?: number;
}

export interface ProcessStatus {
  readonly name: string;
  /** Undefined while it waits to be started again. */
  readonly pid: number | undefined;
  readonly isReady: boolean;
  readonly restarts: number;
}

export interface Supervisor {
  /** Starts more processes, which may depend on those that run already. Resolves when all are ready. */
  start(processes: readonly ProcessSpec[]): Promise<void>;
  status(): ProcessStatus[];
  /** Stops everything, dependents first; resolves when no process is left. Calling it again changes nothing. */
  stop(): Promise<void>;
}

/**
 * Runs processes and keeps them running. Each starts as soon as those it depends on are ready, all others in parallel;
 * one that dies is started again within a second. What a killed supervisor left running in the same data directory
 * is ended first.
 *
 * @param processes the processes, or a function that makes them once the data directory belongs to this supervisor
 *   alone (for specs that are made by looking into it, such as `postgresProcess`).
 * @throws Error when the directory is in use (with the other's pid), or when a process will not start (with the end
 *   of its log); nothing is left running then.
 * @example
 * const supervisor = await supervise(async () => [await postgresProcess({ dataDirectory })], { dataDirectory });
 */
export async function supervise(
  processes: readonly ProcessSpec[] | (() => Promise<readonly ProcessSpec[]>),
  { dataDirectory, log = () => undefined, onLine, readyTimeoutMs = defaultReadyTimeoutMs }: SuperviseOptions,
): Promise<Supervisor> {
  await mkdir(join(dataDirectory, 'run'), { recursive: true });
  const directory = await realpath(dataDirectory);
  const lock = await lockDirectory(directory);
  const supervised = new Map<string, SupervisedProcess>();
  let stopped: Promise<void> | undefined;

  const start = async (specs: readonly ProcessSpec[]) => {
    checkStartOrder(specs, new Set(supervised.keys()));
    for (const spec of specs) {
      const { name } = spec;
      const process = new SupervisedProcess(spec, {
        logFile: join(directory, 'logs', `${name}.log`),
        pidFile: join(directory, 'run', `${name}.pid`),
        env: { [markerVariable]: directory },
        readyTimeoutMs,
        log,
        onLine: onLine === undefined ? undefined : (line) => onLine(name, line),
      });
      supervised.set(name, process);
    }
    await startInOrder(specs, supervised, () => stopped !== undefined);
  };
  const stop = () => {
    stopped ??= stopAndRelease(supervised, lock);
    return stopped;
  };

  try {
    await endLeftovers(directory, log);
    await start(typeof processes === 'function' ? await processes() : processes);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    start,
    status: () =>
      [...supervised.values()].map(({ spec, pid, isReady, restarts }) => ({ name: spec.name, pid, isReady, restarts })),
    stop,
  };
}

async function endLeftovers(directory: string, log: (line: string) => void): Promise<void> {
  const leftovers = await findProcesses((pid) => wasStartedWith(pid, markerVariable, directory));
  if (leftovers.length === 0) return;
  log(`ending what an earlier run left behind: process ${leftovers.join(', ')}`);
  await endProcesses(leftovers, 'SIGTERM', leftoverGraceMs);
}

async function startInOrder(
  specs: readonly ProcessSpec[],
  supervised: ReadonlyMap<string, SupervisedProcess>,
  isStopped: () => boolean,
): Promise<void> {
  const ready = new Map<string, Promise<void>>();
  const startOnce = (name: string): Promise<void> => {
    const known = ready.get(name);
    if (known !== undefined) return known;
    const starting = startOne(name);
    ready.set(name, starting);
    return starting;
  };
  const startOne = async (name: string) => {
    const process = supervised.get(name);
    if (process === undefined) throw new Error(`no process is named ${name}`);
    await Promise.all((process.spec.dependsOn ?? []).map(startOnce));
    if (isStopped()) throw new Error(`${name} was stopped before it was started`);
    await process.start();
  };
  const results = await Promise.allSettled(specs.map(({ name }) => startOnce(name)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

async function stopAndRelease(supervised: ReadonlyMap<string, SupervisedProcess>, lock: DirectoryLock): Promise<void> {
  try {
    await stopInOrder(supervised);
  } finally {
    await lock.release();
  }
}

async function stopInOrder(supervised: ReadonlyMap<string, SupervisedProcess>): Promise<void> {
  const all = [...supervised.values()];
  const gone = new Map<string, Promise<void>>();
  const stopOnce = (process: SupervisedProcess): Promise<void> => {
    const { name } = process.spec;
    const known = gone.get(name);
    if (known !== undefined) return known;
    const dependents = all.filter(({ spec }) => spec.dependsOn?.includes(name));
    const stopping = Promise.all(dependents.map(stopOnce)).then(() => process.stop());
    gone.set(name, stopping);
    return stopping;
  };
  await Promise.all(all.map(stopOnce));
}
