import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';

export type ImageProcess = {
  output: () => string;
  /** Exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  stop: () => Promise<number | NodeJS.Signals | null>;
};

/** The image's user; only root can become it, everybody else tests as who they are. */
const user = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

/**
 * Runs the image's program as the container would: from its folder, as its user, with these variables and no others but the path
 * of Node.js and a folder for temporary files.
 */
export const startInImage = (folder: string, args: readonly string[], env: Record<string, string>): ImageProcess => {
  const child: ChildProcess = spawn(`${folder}/freight`, args, {
    ...user,
    cwd: '/',
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? null,
  );
  return {
    output: () => pieces.join(''),
    ended,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};

const commandTimeoutMs = 60_000;

/** Runs a command of the image to its end. @throws Error with what it said, where it failed */
export const runInImage = async (
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> => {
  const command = startInImage(folder, args, env);
  const timer = setTimeout(() => void command.stop(), commandTimeoutMs);
  const code = await command.ended.finally(() => clearTimeout(timer));
  if (code !== 0) throw new Error(`freight ${args.join(' ')} ended with ${code}\n${command.output()}`);
};
