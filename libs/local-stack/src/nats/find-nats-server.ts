import { access, chmod, constants, mkdtemp, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { firstWritable } from '../cache-directory.ts';
import { fetchDebianPackage } from './fetch-debian-package.ts';
import { fetchRelease } from './fetch-release.ts';
import { installWithGo } from './install-with-go.ts';
import { checkNatsServer } from './nats-version.ts';

/** One way to get the program: puts a `nats-server` into the directory and returns its path, or throws why it cannot. */
export interface NatsSource {
  readonly description: string;
  fetch(directory: string): Promise<string>;
}

export interface NatsSearch {
  /** As in the environment variable PATH. */
  readonly path: string;
  /** Where a fetched program is kept; the first that can be written to. */
  readonly cacheDirectories: readonly string[];
  /** Where to fetch it from, in this order. */
  readonly sources: readonly NatsSource[];
  /** One line a decision. */
  readonly log: (line: string) => void;
}

/** In the order of trust: the project's own archive by checksum, Debian's signed package, a build from source. */
export const standardSources: readonly NatsSource[] = [fetchRelease(), fetchDebianPackage(), installWithGo()];

/**
 * Finds a nats-server from 2.10 on: on the PATH, then in the cache; else fetches one into the cache. Needs no root and
 * installs nothing on the machine.
 *
 * @returns the program's path.
 * @throws Error in one sentence saying what to install.
 */
export async function findNatsServer({ path, cacheDirectories, sources, log }: NatsSearch): Promise<string> {
  // Debian installs it to /usr/sbin, which is on root's PATH only.
  for (const directory of new Set([...path.split(delimiter), '/usr/local/sbin', '/usr/sbin'])) {
    const program = join(directory, 'nats-server');
    if (directory !== '' && (await isUsable(program, log))) return program;
  }
  for (const directory of cacheDirectories) {
    const program = join(directory, 'nats-server');
    if (await isUsable(program, log)) return program;
  }
  const cache = await firstWritable(cacheDirectories);
  for (const source of sources) {
    const program = await fetchInto(cache, source, log);
    if (program !== undefined) return program;
  }
  throw new Error(
    'no nats-server from 2.10 on was found or could be fetched; install one (https://github.com/nats-io/nats-server/releases) on the PATH',
  );
}

async function isUsable(program: string, log: (line: string) => void): Promise<boolean> {
  const isThere = await access(program, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  const answer = await checkNatsServer(program);
  log(answer.isUsable ? `nats-server ${answer.version} from ${program}` : `not ${program}: ${answer.reason}`);
  return answer.isUsable;
}

/** Undefined, and a line in the log, when this source has none for us. The cache only ever sees whole, usable programs. */
async function fetchInto(cache: string, source: NatsSource, log: (line: string) => void): Promise<string | undefined> {
  const workspace = await mkdtemp(join(cache, 'fetch-'));
  const startedAt = Date.now();
  try {
    log(`fetching nats-server: ${source.description}`);
    const fetched = await source.fetch(workspace);
    await chmod(fetched, 0o755);
    const answer = await checkNatsServer(fetched);
    if (!answer.isUsable) throw new Error(answer.reason);
    const program = join(cache, 'nats-server');
    await rename(fetched, program);
    log(`nats-server ${answer.version} fetched to ${program} in ${Date.now() - startedAt} ms`);
    return program;
  } catch (error) {
    log(`not from there: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
