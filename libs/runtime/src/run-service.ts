import { ConfigError } from './read-config.ts';
import { type RunningService, type ServiceOptions, startService } from './start-service.ts';

/**
 * Runs a service as this process: starts it, stops it cleanly on SIGTERM or SIGINT and ends with 0, or with 1 on anything that
 * nobody handled.
 *
 * @example await runService({ name: 'billing', config: billingConfig, start: async (runtime: Runtime<BillingConfig, Tables>) => { … } });
 */
export const runService = async <Config, Tables>(options: ServiceOptions<Config, Tables>): Promise<void> => {
  const service = await startService(options).catch((error: unknown): never => {
    // There may be no logger yet, and the operator needs the sentence, not a stack.
    console.error(error instanceof ConfigError ? `${options.name}: ${error.message}` : error);
    process.exit(1);
  });
  const fatal = (error: unknown): void => endWith(service, error);
  process.once('uncaughtException', fatal);
  process.once('unhandledRejection', fatal);

  const stop = (): void => {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    stopped = true;
    const graceMs = service.config.SHUTDOWN_GRACE_MS;
    setTimeout(() => endWith(service, new Error(`did not stop within ${graceMs} ms`)), graceMs).unref();
    service.stop().then(() => process.exit(0), fatal);
  };
  let stopped = false;
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  void service.failed.then((error) => {
    if (!stopped) fatal(error);
  });
};

const endWith = ({ log }: RunningService, error: unknown): void => {
  log.fatal({ err: error }, 'process ends');
  log.flush(() => process.exit(1));
  setTimeout(() => process.exit(1), 500);
};
