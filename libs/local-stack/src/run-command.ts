import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly cwd?: string;
  /** 30 000 unless told; then the command is killed and counts as failed. */
  readonly timeoutMs?: number;
  /** Open file descriptors that the command gets as 3, 4 and so on. */
  readonly descriptors?: readonly number[];
}

export interface CommandResult {
  readonly isOk: boolean;
  readonly stdout: string;
  /** What went wrong in the command's own words, or the system's when it could not run. */
  readonly error: string;
}

/** Runs a command to its end without a shell. Never throws: a command that cannot be run is one that failed. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { timeoutMs = 30_000, descriptors = [], ...options }: CommandOptions = {},
): Promise<CommandResult> {
  try {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const exit = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const [stdout, stderr, code] = await Promise.all([read(child.stdout), read(child.stderr), exit]);
    return { isOk: code === 0, stdout, error: stderr.trim() || `${command} ended with ${code ?? 'a signal'}` };
  } catch (error) {
    return { isOk: false, stdout: '', error: error instanceof Error ? error.message : String(error) };
  }
}

async function read(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream === null ? '' : (await buffer(stream)).toString();
}
