import { fromIndiaTime } from '../india-time.ts';

/** Pushes write `02112026` or `02-11-2026` with `1437`; tracking writes `2026-11-02 14:37`. All on an Indian clock. */
export const fromWireTime = (date: string, time = ''): Date | undefined => {
  const dayFirst = /^(\d{2})-?(\d{2})-?(\d{4})$/.exec(date.trim());
  const clock = /^(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(time.trim());
  if (dayFirst === null) return fromIndiaTime(date);
  const hour = clock === null ? '00:00:00' : `${clock[1]}:${clock[2]}:${clock[3] ?? '00'}`;
  return fromIndiaTime(`${dayFirst[3]}-${dayFirst[2]}-${dayFirst[1]} ${hour}`);
};
