import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rememberedPort } from '../free-port.ts';
import type { ProcessSpec } from '../supervisor/process-spec.ts';
import {
  clearCrashedServer,
  clusterMajor,
  createCluster,
  directoryAtDescriptor3,
  isAcceptingConnections,
  superuser,
} from './cluster.ts';
import { findPostgres, type PostgresSearch, standardSearch } from './find-postgres.ts';
import { userToRunAs } from './run-as.ts';

export interface PostgresOptions {
  /** A free one unless told; the same again at the next start, if it is free then. */
  readonly port?: number;
  /** Server settings that win over ours, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where to look for server programs instead of the usual places. */
  readonly search?: Partial<PostgresSearch>;
  /** One line a decision. */
  readonly log?: (line: string) => void;
}

/** Data that must survive: every acknowledged commit is on disk. */
const durableSettings = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
/** Data that nobody needs after the run: no flush is worth waiting for. */
const ephemeralSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * A PostgreSQL server as a process to supervise; makes its data directory if there is none yet.
 *
 * The programs are those of the machine or of the npm package (see `findPostgres`), of the version that wrote the data.
 * Root's server runs as another user. Under `dataDirectory`: `cluster`, `password` (mode 0600) and `port`.
 * Call it only while the data directory is yours (see `supervise`).
 *
 * @returns the spec with the administrator's address, `postgres://postgres:…@127.0.0.1:<port>/postgres`.
 */
export async function postgresProcess({
  dataDirectory,
  port: wantedPort,
  settings = {},
  search = {},
  log = () => undefined,
  ephemeral = false,
}: PostgresOptions & { readonly dataDirectory: string; readonly ephemeral?: boolean }): Promise<
  ProcessSpec & { readonly url: string }
> {
  const home = resolve(dataDirectory);
  const cluster = join(home, 'cluster');
  const passwordFile = join(home, 'password');
  const writtenBy = await clusterMajor(cluster);
  const user = await userToRunAs(cluster);
  const programs = await findPostgres(writtenBy, { ...standardSearch(user), ...search });
  const asWhom = user === undefined ? '' : ` as user ${user.uid}, since it refuses to run as root`;
  log(`PostgreSQL ${programs.major} from ${programs.directory}${asWhom}`);
  if (writtenBy === undefined) {
    await createCluster({
      directory: cluster,
      passwordFile,
      programs: programs.directory,
      user,
      isDurable: !ephemeral,
    });
  }
  const port = await rememberedPort(join(home, 'port'), wantedPort);
  const password = (await readFile(passwordFile, 'utf8')).trim();
  const allSettings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    ...(ephemeral ? ephemeralSettings : durableSettings),
    ...settings,
    port: String(port),
  };
  return {
    name: 'postgres',
    url: `postgres://${superuser}:${password}@127.0.0.1:${port}/postgres`,
    command: join(programs.directory, 'postgres'),
    args: [
      '-D',
      user === undefined ? cluster : directoryAtDescriptor3,
      ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    ...(user && { user, directoryAtDescriptor3: cluster }),
    prepare: () => clearCrashedServer(cluster),
    ready: () => isAcceptingConnections(cluster),
    // The fast shutdown: it ends open sessions, where SIGTERM would wait for them to leave.
    stopSignal: 'SIGINT',
    gracePeriodMs: 30_000,
  };
}
