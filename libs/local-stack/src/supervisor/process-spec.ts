/**
 * What the supervisor has to know of one process.
 *
 * @example { name: 'gateway', command: process.execPath, args: ['gateway.ts'], ready: { url: 'http://127.0.0.1:8080/readyz' } }
 */
export interface ProcessSpec {
  /** Names the log (`logs/<name>.log`), the pid file (`run/<name>.pid`) and the process in `dependsOn`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the supervisor's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** True or a 2xx answer means ready; without it a process is ready as soon as it runs. */
  readonly ready?: (() => Promise<boolean>) | { readonly url: string };
  /** Names of processes that must be ready before this one starts, and that are stopped after it. */
  readonly dependsOn?: readonly string[];
  /** SIGTERM unless told. Also what the kernel sends the process should the supervisor be killed. */
  readonly stopSignal?: NodeJS.Signals;
  /** Between the stop signal and SIGKILL; 10 000 unless told. */
  readonly gracePeriodMs?: number;
  /** Runs before every start, restarts included: the place to clear up after a crash. */
  readonly prepare?: () => Promise<void>;
  /** Another user to run as; only root can. */
  readonly user?: UserIds;
  /** A directory to hand over open as descriptor 3, for a user who could not walk to it by its path. */
  readonly directoryAtDescriptor3?: string;
}

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}
