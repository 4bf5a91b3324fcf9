import { type Weekday, weekdays } from '@freight/contracts';

/** When an organization is paid the cash of its parcels. */
export type CodCycle = {
  /** Days in India after the day of delivery. */
  delayDays: number;
  payoutWeekdays: readonly Weekday[];
  /** Days on which nothing is paid out, as `YYYY-MM-DD`. */
  holidays: readonly string[];
};

const dayMs = 86_400_000;
/** India has one time zone and no daylight saving: UTC+05:30. */
const indiaOffsetMs = 5.5 * 3_600_000;

/** The day in India, as `YYYY-MM-DD`. Days are compared as text. */
export const indianDay = (moment: Date): string =>
  new Date(moment.getTime() + indiaOffsetMs).toISOString().slice(0, 10);

/** The moment at which a day begins in India. */
export const startOfIndianDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - indiaOffsetMs);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The day from which the cash of a delivery may be paid out. */
export const eligibleOn = (deliveredAt: Date, { delayDays }: CodCycle): string =>
  addDays(indianDay(deliveredAt), delayDays);

/** The first payout day that is not before a day. */
export const payoutDayFrom = (day: string, cycle: CodCycle): string => nextPayoutDay(day, cycle, 1);

/** The last payout day that is not after a day. */
export const payoutDayUntil = (day: string, cycle: CodCycle): string => nextPayoutDay(day, cycle, -1);

const nextPayoutDay = (from: string, { payoutWeekdays, holidays }: CodCycle, step: 1 | -1): string => {
  const closed = new Set(holidays);
  // Each holiday can cost one week at most, so this ends.
  for (let distance = 0; distance <= 7 * (closed.size + 1); distance += 1) {
    const day = addDays(from, distance * step);
    if (payoutWeekdays.includes(weekdayOf(day)) && !closed.has(day)) return day;
  }
  throw new RangeError('a cycle has at least one payout weekday');
};

const weekdayOf = (day: string): Weekday => {
  // Sunday is 0; our week begins on Monday.
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7];
  if (weekday === undefined) throw new RangeError(`${day} is no day`);
  return weekday;
};
