import { createLogger } from '@freight/telemetry';
import { ConfigError } from './read-config.ts';
import { type ServiceOptions, startService } from './start-service.ts';

/**
 * Runs a service as this process: starts it, stops it cleanly on SIGTERM or SIGINT and ends with 0, or with 1 on anything that
 * nobody handled.
 *
 * @example await runService({ name: 'billing', config: billingConfig, start: startBilling });
 */
export const runService = async <Config, Tables>(options: ServiceOptions<Config, Tables>): Promise<void> => {
  const log = createLogger({ service: options.name });
  // Ending the process writes the lines that the loggers still hold.
  const fatal = (error: unknown): never => {
    log.fatal({ err: error }, 'process ends');
    process.exit(1);
  };
  process.once('uncaughtException', fatal);
  process.once('unhandledRejection', fatal);

  const service = await startService(options).catch((error: unknown): never => {
    if (!(error instanceof ConfigError)) return fatal(error);
    // The operator needs the sentences, one a line, and no stack.
    console.error(`${options.name}: ${error.message}`);
    process.exit(1);
  });

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    const graceMs = service.config.SHUTDOWN_GRACE_MS;
    setTimeout(() => fatal(new Error(`did not stop within ${graceMs} ms`)), graceMs).unref();
    service.stop().then(() => process.exit(0), fatal);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  void service.failed.then((error) => {
    if (!isStopping) fatal(error);
  });
};
