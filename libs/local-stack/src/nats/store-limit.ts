import { lstat, mkdir, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A tenth of the free disk stays free: PostgreSQL and the logs live there too. */
const usableShare = 0.9;

/**
 * How many bytes JetStream may keep in a directory: what is wished for, but no more than the disk can hold beside
 * what is on it now.
 */
export async function storeLimit(directory: string, wishedBytes: number): Promise<number> {
  await mkdir(directory, { recursive: true });
  const { bavail, bsize } = await statfs(directory);
  const heldAlready = await bytesIn(directory);
  return Math.min(wishedBytes, heldAlready + Math.floor(bavail * bsize * usableShare));
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true });
  const sizes = await Promise.all(
    entries.map(async (entry) => (await lstat(join(directory, entry)).catch(() => undefined))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
