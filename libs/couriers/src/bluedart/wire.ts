import { fromIndiaTime, toIndiaTime } from '../india-time.ts';

/** Blue Dart's dates in requests: `/Date(1712345678000)/`. */
export const toWireDate = (at: Date): string => `/Date(${at.getTime()})/`;

/** `1430` on an Indian clock. */
export const toWireTime = (at: Date): string => toIndiaTime(at).time.slice(0, 5).replace(':', '');

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Their dates and times in answers and pushes: `22-Apr-2022` or `22 April 2022` with `16:58` in tracking, `22-04-2022` with
 * `1658` in pushes. Undefined when it is none of these.
 */
export const fromWireTime = (date: string, time = ''): Date | undefined => {
  const match = /^(\d{1,2})[-/ ](\d{1,2}|[A-Za-z]{3,9})[-/ ](\d{4})$/.exec(date.trim());
  if (match === null) return undefined;
  const [, day = '', month = '', year = ''] = match;
  const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const number = named > 0 ? named : Number(month);
  const clock = /^(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(time.trim());
  const hour = clock === null ? '00:00:00' : `${clock[1]}:${clock[2]}:${clock[3] ?? '00'}`;
  return fromIndiaTime(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')} ${hour}`);
};

/** Grams → kilograms with at most three decimals. */
export const toKilograms = (grams: number): number => Math.round(grams) / 1000;

/** Splits an address into their three lines of 30 characters, at words where it can; what is left over fills a fourth field. */
export const addressLines = (address: string): [string, string, string, string] => {
  let rest = address.replace(/\s+/g, ' ').trim();
  const take = (): string => {
    const atWord = rest.length <= 30 ? rest.length : rest.lastIndexOf(' ', 30);
    const line = rest.slice(0, atWord > 0 ? atWord : 30);
    rest = rest.slice(line.length).trim();
    return line;
  };
  return [take(), take(), take(), rest];
};
