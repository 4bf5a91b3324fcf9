import { runCommand } from '../run-command.ts';

/** The oldest minor version that is safe to keep data in, as [major, minor]. */
const oldest = [2, 10] as const;

/** Version 2.9.10 on Debian 12: a full disk stopped every stream for good in 2 of 2 trials; 2.10.27 recovered by itself. */
const whyNotOlder =
  'before 2.10 it hangs for good on a full disk and cannot flush to disk before it acknowledges a message';

export type NatsVersion =
  | { readonly isUsable: true; readonly version: string }
  | { readonly isUsable: false; readonly reason: string };

/** Asks a program for its version ("nats-server: v2.10.27") and judges it. */
export async function checkNatsServer(program: string): Promise<NatsVersion> {
  const { isOk, stdout, error } = await runCommand(program, ['--version']);
  const [, version, major, minor] = /v?((\d+)\.(\d+)\.\d+)/.exec(stdout) ?? [];
  if (!isOk || version === undefined) return { isUsable: false, reason: isOk ? 'it names no version' : error };
  const isNewEnough = Number(major) === oldest[0] ? Number(minor) >= oldest[1] : Number(major) > oldest[0];
  return isNewEnough
    ? { isUsable: true, version }
    : { isUsable: false, reason: `version ${version} is refused: ${whyNotOlder}` };
}
