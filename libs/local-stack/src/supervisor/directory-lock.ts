import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Makes this process the only one to work on a directory, until it releases the lock or dies in whatever way.
 *
 * The lock is a listening socket, not a file: the kernel drops it with its owner, so a kill -9 leaves nothing stale
 * behind, and whoever finds it taken can ask it for the owner's pid.
 *
 * @throws Error naming the directory and the pid of the process that has it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const address = await lockAddress(directory);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    const owner = await askOwner(address);
    if (owner !== undefined) throw new Error(`${directory} is in use by process ${owner}; stop that one first`);
    // Nobody answers: on systems with socket files, one that a killed process left behind.
    await rm(address, { force: true });
    return await listen(address);
  });
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** The pid of the process that holds the directory's lock, undefined when it is free. */
export async function lockOwner(directory: string): Promise<number | undefined> {
  return askOwner(await lockAddress(directory));
}

/** By device and inode, so that the same directory has the same lock under whatever path it is reached. */
async function lockAddress(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  const name = `local-stack-${dev}-${ino}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function listen(address: string): Promise<Server> {
  const server = createServer((socket) => {
    // A peer that hangs up before it has read the answer is no concern of the owner.
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  server.listen(address);
  await once(server, 'listening');
  // The lock must not keep a process alive that has nothing else to do.
  server.unref();
  return server;
}

async function askOwner(address: string): Promise<number | undefined> {
  const socket = connect(address);
  try {
    const pid = Number(await text(socket));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
