import { z } from 'zod';
import { clock } from '../clock.ts';

/** The fields that our processes write, as far as the console shows them; every line may lack any. */
const record = z.record(z.string(), z.unknown());
type LogLine = z.output<typeof record>;

/**
 * One line of a process as the console shows it: requests, events, webhook deliveries, warnings and errors. Undefined for the
 * rest, which is in the log file.
 *
 * @param process which process wrote it
 * @param since lines written before are left out (what happened while everything started)
 */
export const readableLine = (process: string, line: string, since: Date): string | undefined => {
  const fields = parse(line);
  if (fields === undefined) return readablePlain(process, line);
  const time = new Date(typeof fields['time'] === 'string' ? fields['time'] : Number.NaN);
  if (time < since) return undefined;
  const text = describe(process, fields);
  return text === undefined ? undefined : `${clock(time)} ${text}`;
};

const describe = (process: string, line: LogLine): string | undefined => {
  const { level, msg } = line;
  if (level === 'error' || level === 'fatal' || level === 'warn') return describeTrouble(process, line, level);
  switch (msg) {
    case 'request':
      return describeRequest(line);
    case 'event applied':
      // Every consumer says so; the webhook service hears all events, so its line stands for the event.
      return process === 'webhooks' ? words('event', line['subject']) : undefined;
    case 'webhook attempt':
      return describeAttempt(line);
    default:
      return process === 'sandbox' ? describeSandbox(line) : undefined;
  }
};

const describeRequest = (line: LogLine): string => {
  const { method, route, status, durationMs, code, organizationId, requestId } = line;
  return words(method, route, status, milliseconds(durationMs), code, organizationId, requestId);
};

const describeAttempt = (line: LogLine): string => {
  const { event, host, status, error, durationMs, attempt, outcome, deliveryId } = line;
  const answer = [status ?? error, milliseconds(durationMs)];
  return words('webhook', event, '→', host, ...answer, 'attempt', attempt, outcome, deliveryId);
};

const describeTrouble = (process: string, line: LogLine, level: string): string => {
  const error = line['err'];
  const cause = typeof error === 'object' && error !== null && 'message' in error ? `: ${text(error.message)}` : '';
  return words(level.toUpperCase(), process, `${text(line['msg'])}${cause}`, line['organizationId'], line['requestId']);
};

const describeSandbox = (line: LogLine): string | undefined => {
  const { event } = line;
  if (event === 'request-failed') return words('ERROR', 'sandbox', line['error']);
  if (event !== 'push-failed' && event !== 'push-lost') return undefined;
  return words('WARN', 'sandbox', event, line['courier'], line['awb'], line['status']);
};

/** PostgreSQL and NATS write text. What a Node process writes as text is its last words. */
const readablePlain = (process: string, line: string): string | undefined => {
  const isTrouble =
    process === 'postgres'
      ? /\b(WARNING|ERROR|FATAL|PANIC):/.test(line)
      : process === 'nats'
        ? /\[(WRN|ERR|FTL)\]/.test(line)
        : line.trim() !== '';
  return isTrouble ? `${clock(new Date())} ${process}: ${line}` : undefined;
};

const words = (...parts: readonly unknown[]): string =>
  parts
    .map(text)
    .filter((part) => part !== '')
    .join(' ');

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\s+/g, ' ') : '';

const milliseconds = (value: unknown): string => (typeof value === 'number' ? `${Math.round(value)} ms` : '');

const parse = (line: string): LogLine | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return record.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
};
