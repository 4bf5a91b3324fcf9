import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { defaultCacheDirectory } from '../cache-directory.ts';
import { rememberedPort } from '../free-port.ts';
import { runCommand } from '../run-command.ts';
import type { ProcessSpec } from '../supervisor/process-spec.ts';
import { findNatsServer, standardSources } from './find-nats-server.ts';
import { natsConfig } from './nats-config.ts';
import { storeLimit } from './store-limit.ts';

const defaultMaxStoreBytes = 10 * 1024 ** 3;

export interface NatsOptions {
  /** A free one unless told; the same again at the next start, if it is free then. */
  readonly port?: number;
  readonly monitoringPort?: number;
  /** Text in the server's own configuration format, such as `authorization { … }` or `accounts { … }`. */
  readonly extraConfig?: string;
  /** What streams may keep on disk, in bytes; 10 GiB unless told, and never more than the disk has. */
  readonly maxStoreBytes?: number;
  /** Where a fetched program is kept; `~/.cache/freight-aggregator/bin` unless told, so that all starts share one. */
  readonly cacheDirectory?: string;
  /** One line a decision. */
  readonly log?: (line: string) => void;
}

export interface NatsProcess extends ProcessSpec {
  /** `nats://127.0.0.1:<port>`, without credentials. */
  readonly url: string;
  /** The HTTP monitoring endpoint, on loopback only. */
  readonly monitoringUrl: string;
}

/**
 * A NATS server with JetStream as a process to supervise; fetches the program if there is none (see `findNatsServer`).
 * Every acknowledged message is on disk. Under `dataDirectory`: `jetstream`, `nats.conf`, `port`, `monitoring-port`.
 * Call it only while the data directory is yours (see `supervise`).
 *
 * @throws Error when there is no program, or with the server's own words when it refuses the configuration.
 */
export async function natsProcess({
  dataDirectory,
  ephemeral = false,
  log = () => undefined,
  ...options
}: NatsOptions & { readonly dataDirectory: string; readonly ephemeral?: boolean }): Promise<NatsProcess> {
  const home = resolve(dataDirectory);
  await mkdir(home, { recursive: true });
  const program = await findNatsServer({
    path: process.env['PATH'] ?? '',
    cacheDirectories: [options.cacheDirectory ?? defaultCacheDirectory(), join(home, 'bin')],
    sources: standardSources,
    log,
  });
  const port = await rememberedPort(join(home, 'port'), options.port);
  const monitoringPort = await rememberedPort(join(home, 'monitoring-port'), options.monitoringPort);
  const storeDirectory = join(home, 'jetstream');
  const configFile = join(home, 'nats.conf');
  const config = natsConfig({
    port,
    monitoringPort,
    storeDirectory,
    pidFile: join(home, 'nats.pid'),
    maxStoreBytes: await storeLimit(storeDirectory, options.maxStoreBytes ?? defaultMaxStoreBytes),
    isDurable: !ephemeral,
    extraConfig: options.extraConfig ?? '',
  });
  // It may hold passwords of the caller's.
  await writeFile(configFile, config, { mode: 0o600 });
  const check = await runCommand(program, ['-c', configFile, '-t']);
  if (!check.isOk) throw new Error(`the NATS server refuses its configuration: ${check.error}`);
  const monitoringUrl = `http://127.0.0.1:${monitoringPort}`;
  return {
    name: 'nats',
    url: `nats://127.0.0.1:${port}`,
    monitoringUrl,
    command: program,
    args: ['-c', configFile],
    // Healthy only once every stream is read back from disk.
    ready: { url: `${monitoringUrl}/healthz` },
    gracePeriodMs: 10_000,
  };
}
