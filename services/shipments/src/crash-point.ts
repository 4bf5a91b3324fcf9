/**
 * Kills the process at a named line when CRASH_AT says so, as a power cut would: no handler runs, nothing is flushed. Crash
 * tests walk through the lines that have a side effect; without the variable this is one comparison.
 */
export const crashPoint = (name: CrashPoint): void => {
  if (name === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL');
};

/** The lines of booking and cancelling after which something outside the process has changed. */
export const crashPoints = [
  'booking.opened',
  'booking.reserved',
  'booking.marked-sent',
  'booking.courier-answered',
  'booking.committed',
  'booking.posted',
  'cancelling.committed',
  'cancelling.refunded',
  'cancelling.courier-answered',
] as const;

export type CrashPoint = (typeof crashPoints)[number];
