import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const answerTimeoutMs = 1_000;
const retryMs = 50;
/** A process that was just killed may hold its sockets for a moment longer. */
const dyingOwnerMs = 2_000;

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
  const deadline = Date.now() + dyingOwnerMs;
  let server = await listen(address);
  while (server === undefined) {
    const owner = await askOwner(address);
    if (owner !== undefined && owner !== 'silent') {
      throw new Error(`${directory} is in use by process ${owner}; stop that one first`);
    }
    if (Date.now() > deadline) throw new Error(`${directory} is in use by a process that does not answer`);
    // Where the socket is a file, a killed process leaves it behind.
    if (owner === undefined && !isAbstract(address)) await rm(address, { force: true });
    await delay(retryMs);
    server = await listen(address);
  }
  const held = server;
  return {
    release: async () => {
      held.close();
      await once(held, 'close');
    },
  };
}

/** Whether some process, this one included, holds the directory's lock. */
export async function isLocked(directory: string): Promise<boolean> {
  return (await askOwner(await lockAddress(directory))) !== undefined;
}

/** By device and inode, so that the same directory has the same lock under whatever path it is reached. */
async function lockAddress(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory);
  const name = `local-stack-${dev}-${ino}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

/** Linux has socket names outside the file system, marked by a leading zero byte (unix(7), "abstract"). */
function isAbstract(address: string): boolean {
  return address.startsWith('\0');
}

/** Undefined when the address is taken. */
async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    // A peer that hangs up before it has read the answer is no concern of the owner.
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  try {
    server.listen(address);
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined;
    throw error;
  }
  // The lock must not keep a process alive that has nothing else to do.
  server.unref();
  return server;
}

/** The owner's pid, `silent` if it takes the connection without answering, undefined if there is none. */
async function askOwner(address: string): Promise<number | 'silent' | undefined> {
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    const timer = setTimeout(() => socket.destroy(), answerTimeoutMs);
    const pid = Number(await text(socket).catch(() => ''));
    clearTimeout(timer);
    return pid > 0 ? pid : 'silent';
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
