/** Couriers write times without an offset and mean India Standard Time, which is UTC+05:30 all year (facts, section 2). */
const offsetMs = 5.5 * 3_600_000;

/** `2026-11-02T14:30:00` or `2026-11-02 14:30:00.123`, in India → Date; undefined when it is no such time. */
export const fromIndiaTime = (text: string): Date | undefined => {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?$/.exec(text.trim());
  if (match === null) return undefined;
  const at = new Date(`${match[1]}T${match[2] ?? '00:00'}+05:30`);
  return Number.isNaN(at.getTime()) ? undefined : at;
};

/** The clock on an Indian wall: `{ date: '2026-11-02', time: '14:30:00' }`. */
export const toIndiaTime = (at: Date): { date: string; time: string } => {
  const iso = new Date(at.getTime() + offsetMs).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19) };
};

/** A time with an offset as it stands, one without as India Standard Time; undefined when it is neither. */
export const fromCourierTime = (text: string): Date | undefined => {
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(text.trim()) || !/T|\d \d/.test(text)) return fromIndiaTime(text);
  const at = new Date(text.trim());
  return Number.isNaN(at.getTime()) ? undefined : at;
};
