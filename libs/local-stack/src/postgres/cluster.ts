import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import type { UserIds } from '../supervisor/process-spec.ts';
import { endProcesses, findProcesses, worksIn } from '../supervisor/running-processes.ts';

export const superuser = 'postgres';

const initdbTimeoutMs = 120_000;
const orphanGraceMs = 5_000;

/** The version that wrote an existing cluster; undefined where there is none yet. Throws if it belongs to another user. */
export async function clusterMajor(directory: string): Promise<number | undefined> {
  const content = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  return content === undefined ? undefined : Number.parseInt(content, 10);
}

/**
 * Makes a new cluster: UTF-8, the same sort order on every machine, page checksums, a password for every connection.
 * It appears under its name only when it is complete, so a crash half-way leaves nothing to trip over.
 *
 * @param user who is to own and run it; undefined for ourselves.
 * @param isDurable false leaves out the flush to disk at the end.
 */
export async function createCluster(options: {
  readonly directory: string;
  readonly passwordFile: string;
  readonly programs: string;
  readonly user: UserIds | undefined;
  readonly isDurable: boolean;
}): Promise<void> {
  const { directory, passwordFile, programs, user, isDurable } = options;
  const partial = `${directory}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await chown(partial, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const descriptors = [openSync(partial, 'r'), openSync(passwordFile, 'r')];
  try {
    const { isOk, error } = await runCommand(
      join(programs, 'initdb'),
      [
        `--pgdata=${user === undefined ? partial : directoryAtDescriptor3}`,
        `--pwfile=${user === undefined ? passwordFile : '/proc/self/fd/4'}`,
        `--username=${superuser}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
        '--data-checksums',
        ...(isDurable ? [] : ['--no-sync']),
      ],
      { ...user, cwd: '/', timeoutMs: initdbTimeoutMs, descriptors },
    );
    if (!isOk) throw new Error(`initdb could not make ${directory}: ${error}`);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
  await rename(partial, directory);
}

/**
 * The data directory as PostgreSQL is told it when root has it run by another user: that user may not be able to walk
 * to the real path (a clone below /root, a private temporary directory), but an open directory needs no walking.
 */
export const directoryAtDescriptor3 = '/proc/self/fd/3';

/**
 * Clears up after a server that was killed: ends what still runs on the cluster and removes its lock file, which would
 * stop the next start if its pid has meanwhile become somebody else's. Only for the owner of the cluster's lock.
 */
export async function clearCrashedServer(directory: string): Promise<void> {
  const real = await realpath(directory);
  // SIGQUIT is the immediate shutdown, to which backends without a postmaster listen too.
  await endProcesses(await findProcesses((pid) => worksIn(pid, 'postgres', real)), 'SIGQUIT', orphanGraceMs);
  await rm(join(directory, 'postmaster.pid'), { force: true });
}

/** Whether the server accepts connections, by the status line that `pg_ctl` goes by too (PostgreSQL ≥ 10). */
export async function isAcceptingConnections(directory: string): Promise<boolean> {
  const content = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '');
  return content.split('\n')[7]?.trim() === 'ready';
}
