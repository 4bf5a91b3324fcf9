import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLocked } from './supervisor/directory-lock.ts';

const prefix = 'local-stack-';
/** A directory this young may belong to somebody who is just about to lock it. */
const minAgeMs = 60_000;

/**
 * A new directory for data that nobody needs after `remove`. Those of runs that were killed before they could remove
 * theirs are cleared away on this occasion.
 */
export async function ephemeralDirectory(): Promise<{ path: string; remove: () => Promise<void> }> {
  await removeAbandoned();
  const path = await mkdtemp(join(tmpdir(), prefix));
  await chmod(path, 0o700);
  // Retries, as the last child of a server that was just stopped may still be writing.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const path = join(tmpdir(), name);
    try {
      const { mtimeMs, uid } = await stat(path);
      const isOurs = uid === process.getuid?.() && Date.now() - mtimeMs > minAgeMs;
      if (isOurs && !(await isLocked(path))) await rm(path, { recursive: true, force: true });
    } catch {
      // Somebody else removes it at the same time, which is as good.
    }
  }
}
