import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';

// Below 32 768, where Linux begins to give ports to outgoing connections: one of those could otherwise sit on a
// server's port in the moment between its crash and its restart.
const lowestPort = 20_000;
const highestPort = 32_767;
const maxTries = 100;

/** A TCP port of the loopback interface that nothing listens on now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < maxTries; attempt += 1) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`no free TCP port between ${lowestPort} and ${highestPort} in ${maxTries} tries`);
}

/**
 * A free port that stays the same over restarts: it is written to a file, and used again while it is free.
 *
 * @param wanted a port that the caller insists on; it is not checked, the server will complain itself.
 */
export async function rememberedPort(file: string, wanted?: number): Promise<number> {
  const remembered = Number(await readFile(file, 'utf8').catch(() => ''));
  const port = wanted ?? (remembered > 0 && (await isFree(remembered)) ? remembered : await freePort());
  if (port !== remembered) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${port}\n`);
  }
  return port;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}
