import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what was fetched once is kept for every later start of this user. */
export function defaultCacheDirectory(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'freight-aggregator', 'bin');
}

/** The first directory of the list that can be made and written to. @throws Error naming them all if none can. */
export async function firstWritable(directories: readonly string[]): Promise<string> {
  for (const directory of directories) {
    try {
      await mkdir(directory, { recursive: true });
      await access(directory, constants.W_OK | constants.X_OK);
      return directory;
    } catch {
      // A home directory that does not exist or is read-only is usual for service users and in containers.
    }
  }
  throw new Error(`none of ${directories.join(', ')} can be written to`);
}
