import { addDays, startOfIndianDay } from './cod-cycle.ts';
import type { CodPeriod } from './cod-parcel.store.ts';

/** `from` and `to` of a request: days are days in India, `to` is included, a moment to its millisecond. */
export const codPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }): CodPeriod => ({
  from: from === undefined ? null : isDay(from) ? startOfIndianDay(from) : new Date(from),
  before: to === undefined ? null : isDay(to) ? startOfIndianDay(addDays(to, 1)) : new Date(Date.parse(to) + 1),
});

const isDay = (text: string): boolean => text.length === 'YYYY-MM-DD'.length;
