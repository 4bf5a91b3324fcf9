import type { Supervisor } from './supervise.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Ctrl-C, SIGTERM and a closed terminal stop everything in order, then end this process with code 0.
 * A second signal does not wait: this process ends at once and the kernel passes the end on to the children.
 */
export function stopOnSignal(
  supervisor: Pick<Supervisor, 'stop'>,
  log: (line: string) => void = () => undefined,
): void {
  let isStopping = false;
  for (const signal of signals) {
    process.on(signal, () => {
      if (isStopping) process.exit(1);
      isStopping = true;
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
