import { type RunningServer, runServer, type ServerPlace } from '../running-server.ts';
import { type NatsOptions, natsProcess } from './nats-process.ts';

export interface RunningNats extends RunningServer {
  /** The HTTP monitoring endpoint: `/healthz`, `/varz`, `/jsz`. */
  readonly monitoringUrl: string;
}

/**
 * Starts a NATS server with JetStream and keeps it running until `stop`; resolves when it is healthy.
 *
 * @throws Error in one sentence if there is no server to run, the data directory is in use, or it will not start.
 * @example await using nats = await startNats({ ephemeral: true });
 */
export async function startNats(options: ServerPlace & NatsOptions): Promise<RunningNats> {
  const { dataDirectory: _place, ephemeral = false, ...rest } = options;
  const server = await runServer(options, options.log, (dataDirectory) =>
    natsProcess({ ...rest, dataDirectory, ephemeral }),
  );
  return { ...server, monitoringUrl: server.spec.monitoringUrl };
}
