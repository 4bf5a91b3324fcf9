import { type RunningServer, runServer, type ServerPlace } from '../running-server.ts';
import { type PostgresOptions, postgresProcess } from './postgres-process.ts';

/**
 * Starts a PostgreSQL server and keeps it running until `stop`; resolves when it accepts connections.
 *
 * @returns `url` is the administrator's address.
 * @throws Error in one sentence if there is no server to run, the data directory is in use, or it will not start.
 * @example await using postgres = await startPostgres({ ephemeral: true });
 */
export async function startPostgres(options: ServerPlace & PostgresOptions): Promise<RunningServer> {
  const { dataDirectory: _place, ephemeral = false, ...rest } = options;
  return runServer(options, options.log, (dataDirectory) => postgresProcess({ ...rest, dataDirectory, ephemeral }));
}
