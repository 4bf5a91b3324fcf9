/**
 * Kills the process at a named line when CRASH_AT says so, as a power cut would: no handler runs, nothing is flushed. Crash
 * tests walk through the lines between two writes; without the variable this is one comparison.
 */
export const crashPoint = (name: CrashPoint): void => {
  if (name === process.env['CRASH_AT']) process.kill(process.pid, 'SIGKILL');
};

export const crashPoints = [
  'remittance.parcels-taken',
  'remittance.inserted',
  'remittance.booked',
  'remittance.organization-done',
] as const;

export type CrashPoint = (typeof crashPoints)[number];
