import { readFileSync, rmSync } from 'node:fs';

/**
 * Kills the process at a named line, as a power cut would: no handler runs, nothing is flushed. Crash tests walk through the
 * lines that have a side effect. CRASH_AT names the line for every run; CRASH_FILE names a file that holds the name and is
 * removed on the way down, so that the process is well when it is started again. Without either this is one comparison.
 */
export const crashPoint = (name: CrashPoint): void => {
  if (isArmed && mustCrashAt(name)) process.kill(process.pid, 'SIGKILL');
};

/** The lines of booking and cancelling after which something outside the process has changed. */
export const crashPoints = [
  'booking.opened',
  'booking.reserved',
  'booking.marked-sent',
  'booking.courier-answered',
  'booking.committed',
  'booking.posted',
  'booking.releasing',
  'booking.released',
  'booking.next-opened',
  'booking.failed',
  'recovery.releasing',
  'recovery.released',
  'recovery.late-cancelled',
  'courier-task.claimed',
  'courier-task.told',
  'courier-task.pickup-scheduled',
  'cancelling.committed',
  'cancelling.refunded',
  'cancelling.courier-answered',
] as const;

export type CrashPoint = (typeof crashPoints)[number];

const { CRASH_AT: always, CRASH_FILE: file } = process.env;
const isArmed = always !== undefined || file !== undefined;

const mustCrashAt = (name: CrashPoint): boolean => {
  if (name === always) return true;
  if (file === undefined || name !== readName(file)) return false;
  rmSync(file);
  return true;
};

const readName = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
};
