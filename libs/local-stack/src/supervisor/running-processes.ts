import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 20;

/**
 * Pids of processes that fulfil a condition; none where there is no /proc (macOS).
 * A process that ends meanwhile, or that this user may not look into, does not fulfil it.
 */
export async function findProcesses(condition: (pid: number) => Promise<boolean>): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const matches = await Promise.all(pids.map((pid) => condition(pid).catch(() => false)));
  return pids.filter((_, index) => matches[index]);
}

/** Whether a process was started with this variable in its environment. A pid may be anybody's by now, this is not. */
export async function wasStartedWith(pid: number, name: string, value: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  return environment.split('\0').includes(`${name}=${value}`);
}

/** Whether a process runs a program of this name with this (resolved) working directory. */
export async function worksIn(pid: number, program: string, directory: string): Promise<boolean> {
  const [executable, workingDirectory] = await Promise.all([
    readlink(`/proc/${pid}/exe`),
    readlink(`/proc/${pid}/cwd`),
  ]);
  return workingDirectory === directory && new RegExp(`/${program}( \\(deleted\\))?$`).test(executable);
}

/**
 * Sends a signal, waits for the processes to end, and kills those that have not within the grace period.
 *
 * @throws Error with the pids of those that even SIGKILL does not end within another grace period.
 */
export async function endProcesses(pids: readonly number[], signal: NodeJS.Signals, graceMs: number): Promise<void> {
  const afterSignal = await signalAndWait(pids, signal, graceMs);
  const afterKill = await signalAndWait(afterSignal, 'SIGKILL', graceMs);
  if (afterKill.length > 0) throw new Error(`process ${afterKill.join(', ')} cannot be ended`);
}

/** Those of the processes that still run after the time. */
async function signalAndWait(pids: readonly number[], signal: NodeJS.Signals, waitMs: number): Promise<number[]> {
  for (const pid of pids) sendSignal(pid, signal);
  const deadline = Date.now() + waitMs;
  let alive = await stillRunning(pids);
  while (alive.length > 0 && Date.now() < deadline) {
    await delay(pollMs);
    alive = await stillRunning(alive);
  }
  return alive;
}

/** Sends a signal to a process, or to a process group when the number is negative; one that has ended is fine. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function stillRunning(pids: readonly number[]): Promise<number[]> {
  const states = await Promise.all(pids.map(isRunning));
  return pids.filter((_, index) => states[index]);
}

/** A zombie has ended: only its parent has not looked yet, and an orphan's new parent (pid 1) may never do. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
  return state !== '' && state !== 'Z' && state !== 'X';
}
