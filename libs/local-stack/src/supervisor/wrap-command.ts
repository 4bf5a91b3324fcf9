import { runCommand } from '../run-command.ts';
import type { ProcessSpec } from './process-spec.ts';

/**
 * A command that becomes the given one (same pid) with two things added: standard error goes where standard output
 * goes, so that lines keep their order; and the kernel sends it a signal when its parent dies, even by kill -9
 * (util-linux `setpriv --pdeathsig`, PR_SET_PDEATHSIG). Where there is no such tool the signal is left out, and what a
 * killed supervisor leaves behind is found by the next one.
 */
export async function wrapCommand(
  { command, args }: Pick<ProcessSpec, 'command' | 'args'>,
  deathSignal: NodeJS.Signals,
): Promise<{ command: string; args: readonly string[] }> {
  const merged = ['-c', 'exec "$@" 2>&1', 'sh', command, ...args];
  hasDeathSignal ??= runCommand('setpriv', ['--pdeathsig', 'SIGTERM', '--', 'true']).then(({ isOk }) => isOk);
  if (!(await hasDeathSignal)) return { command: 'sh', args: merged };
  return { command: 'setpriv', args: ['--pdeathsig', deathSignal, '--', 'sh', ...merged] };
}

let hasDeathSignal: Promise<boolean> | undefined;
