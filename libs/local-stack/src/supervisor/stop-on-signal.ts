import type { Supervisor } from './supervise.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes on to its script the Ctrl-C that the terminal has sent to both: what comes this soon is no second wish. */
const echoMs = 1_000;

/**
 * Ctrl-C, SIGTERM and a closed terminal stop everything in order, then end this process with code 0.
 * A second signal, a second or more later, does not wait: this process ends at once and the kernel passes the end on to
 * the children.
 */
export function stopOnSignal(
  supervisor: Pick<Supervisor, 'stop'>,
  log: (line: string) => void = () => undefined,
): void {
  let stoppingSince: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stoppingSince !== undefined) {
        if (performance.now() - stoppingSince > echoMs) process.exit(1);
        return;
      }
      stoppingSince = performance.now();
      log(`${signal}: stopping`);
      supervisor.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log(`could not stop everything: ${String(error)}`);
          process.exit(1);
        },
      );
    });
  }
}
