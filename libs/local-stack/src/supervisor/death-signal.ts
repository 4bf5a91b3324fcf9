import { runCommand } from '../run-command.ts';

/**
 * A command that does the same but gets a signal from the kernel when its parent dies, even by kill -9
 * (util-linux `setpriv --pdeathsig`, PR_SET_PDEATHSIG). Where there is no such tool the command stays as it is, and
 * what a killed supervisor leaves behind is found by the next one.
 */
export async function withDeathSignal(
  command: string,
  args: readonly string[],
  signal: NodeJS.Signals,
): Promise<{ command: string; args: readonly string[] }> {
  supported ??= runCommand('setpriv', ['--pdeathsig', 'SIGTERM', '--', 'true']).then(({ isOk }) => isOk);
  if (!(await supported)) return { command, args };
  return { command: 'setpriv', args: ['--pdeathsig', signal, '--', command, ...args] };
}

let supported: Promise<boolean> | undefined;
