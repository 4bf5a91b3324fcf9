import { fromIndiaTime, toIndiaTime } from '../india-time.ts';

/** `02112026` (also with dashes) and `1437` (also with colons), on an Indian clock. */
export const fromWireTime = (date: string, time = ''): Date | undefined => {
  const day = /^(\d{2})[-/]?(\d{2})[-/]?(\d{4})$/.exec(date.trim());
  const clock = /^(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(time.trim());
  if (day === null) return undefined;
  const hour = clock === null ? '00:00:00' : `${clock[1]}:${clock[2]}:${clock[3] ?? '00'}`;
  return fromIndiaTime(`${day[3]}-${day[2]}-${day[1]} ${hour}`);
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `14 Oct 2022`. */
export const toInvoiceDate = (at: Date): string => {
  const [year = '', month = '', day = ''] = toIndiaTime(at).date.split('-');
  return `${day} ${months[Number(month) - 1]} ${year}`;
};

/** Grams → kilograms as text, with at most three decimals. */
export const toKilograms = (grams: number): string => String(Math.round(grams) / 1000);
