import { type Weekday, weekdays } from '@freight/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, eligibleOn, indianDay, payoutDayFrom, payoutDayUntil, startOfIndianDay } from './cod-cycle.ts';

const cycleOf = (payoutWeekdays: readonly Weekday[], { delayDays = 2, holidays = [] as string[] } = {}) => ({
  delayDays,
  payoutWeekdays,
  holidays,
});

describe('the cycle of COD payouts', () => {
  test('a day is a day in India: it begins at 18:30 UTC', () => {
    expect(indianDay(new Date('2026-11-21T18:29:59.999Z'))).toBe('2026-11-21');
    expect(indianDay(new Date('2026-11-21T18:30:00.000Z'))).toBe('2026-11-22');
    expect(startOfIndianDay('2026-11-22')).toEqual(new Date('2026-11-21T18:30:00Z'));
  });

  test('cash may be paid out so many days after the day of delivery', () => {
    expect(eligibleOn(new Date('2026-11-21T12:00:00Z'), cycleOf(['MONDAY']))).toBe('2026-11-23');
    expect(eligibleOn(new Date('2026-12-30T12:00:00Z'), cycleOf(['MONDAY'], { delayDays: 0 }))).toBe('2026-12-30');
  });

  test('the payout day is the day itself or the next of its weekdays', () => {
    // 2026-11-23 is a Monday.
    expect(payoutDayFrom('2026-11-23', cycleOf(['MONDAY', 'FRIDAY']))).toBe('2026-11-23');
    expect(payoutDayFrom('2026-11-24', cycleOf(['MONDAY', 'FRIDAY']))).toBe('2026-11-27');
    expect(payoutDayUntil('2026-11-26', cycleOf(['MONDAY', 'FRIDAY']))).toBe('2026-11-23');
  });

  test('nothing is paid out on a holiday: the next payout day takes its place', () => {
    const cycle = cycleOf(['MONDAY'], { holidays: ['2026-11-23', '2026-11-30'] });
    expect(payoutDayFrom('2026-11-21', cycle)).toBe('2026-12-07');
    expect(payoutDayUntil('2026-12-02', cycle)).toBe('2026-11-16');
  });

  test('no payout day lies between a day and its payout day, and a run on that day reaches it', () => {
    const day = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(
        day,
        fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
        fc.array(day, { maxLength: 30 }),
        (from, payoutWeekdays, holidays) => {
          const cycle = cycleOf(payoutWeekdays, { holidays });
          const payout = payoutDayFrom(from, cycle);
          expect(payout >= from).toBe(true);
          expect(holidays).not.toContain(payout);
          expect(payoutDayUntil(payout, cycle)).toBe(payout);
          expect(payout === from || payoutDayUntil(addDays(payout, -1), cycle) < from).toBe(true);
        },
      ),
    );
  });
});
