import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import type { NatsSource } from './find-nats-server.ts';

export const releaseVersion = '2.12.15';

/** SHA-256 of the archives, from the Dockerfile of the official image (nats-io/nats-docker, 2.12.x/alpine3.22, August 2026). */
const checksums: Readonly<Record<string, string>> = {
  'linux-amd64': '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
  'linux-arm64': 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
};

/** Many machines are kept from the internet, and have to get to the next source soon. */
const answerTimeoutMs = 5_000;
const downloadTimeoutMs = 120_000;

/** The NATS project's own archive of one pinned version, taken only if its checksum is the known one. */
export function fetchRelease(
  releases = 'https://github.com/nats-io/nats-server/releases/download',
  knownChecksums = checksums,
): NatsSource {
  return {
    description: `the project's release ${releaseVersion} from ${releases}`,
    fetch: async (directory) => {
      const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
      const checksum = knownChecksums[platform];
      if (checksum === undefined) throw new Error(`no checksum is known for ${platform}`);
      const name = `nats-server-v${releaseVersion}-${platform}`;
      const archive = await download(`${releases}/v${releaseVersion}/${name}.tar.gz`);
      const actual = createHash('sha256').update(archive).digest('hex');
      if (actual !== checksum) throw new Error(`${name}.tar.gz has the checksum ${actual} and not ${checksum}`);
      const file = join(directory, 'release.tar.gz');
      await writeFile(file, archive);
      const { isOk, error } = await runCommand('tar', ['-xzf', file, '-C', directory]);
      if (!isOk) throw new Error(error);
      return join(directory, name, 'nats-server');
    },
  };
}

async function download(url: string): Promise<Buffer> {
  const abort = new AbortController();
  const answerTimer = setTimeout(() => abort.abort(new Error('no answer in time')), answerTimeoutMs);
  const downloadTimer = setTimeout(() => abort.abort(new Error('the download takes too long')), downloadTimeoutMs);
  try {
    const response = await fetch(url, { signal: abort.signal });
    clearTimeout(answerTimer);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    // fetch says no more than "fetch failed"; the reason is in its cause.
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error;
  } finally {
    clearTimeout(answerTimer);
    clearTimeout(downloadTimer);
  }
}
