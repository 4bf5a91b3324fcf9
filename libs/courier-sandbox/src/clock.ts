/** The date and time on an Indian wall clock, which is what couriers write: +05:30 and never an offset beside it. */
export const indiaClock = (
  at: Date | string,
): { year: string; month: string; day: string; hour: string; minute: string; iso: string } => {
  const shifted = new Date(new Date(at).getTime() + 330 * 60_000).toISOString();
  return {
    year: shifted.slice(0, 4),
    month: shifted.slice(5, 7),
    day: shifted.slice(8, 10),
    hour: shifted.slice(11, 13),
    minute: shifted.slice(14, 16),
    /** `2026-11-02T14:30:00.123`. */
    iso: shifted.slice(0, 23),
  };
};

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `02-Nov-2026`. */
export const namedDate = (at: Date | string): string => {
  const { year, month, day } = indiaClock(at);
  return `${day}-${monthNames[Number(month) - 1]}-${year}`;
};
