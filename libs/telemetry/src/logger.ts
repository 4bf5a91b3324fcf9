import pino from 'pino';
import { errorRecord } from './error-record.ts';
import { activeTraceIds } from './trace.ts';

export type Logger = pino.Logger;

export type LoggerOptions = {
  service: string;
  /** trace, debug, info, warn, error, fatal or silent; default info. */
  level?: string;
  /** Where the lines go; default standard output. */
  destination?: pino.DestinationStream;
};

/**
 * A logger that writes one JSON line an entry, with the trace and span id of the active context. Secrets are cut out by name at
 * the first two levels, errors are written with their chain of causes.
 *
 * @example const log = createLogger({ service: 'billing' }); log.info({ walletId }, 'wallet created');
 */
export const createLogger = ({ service, level = 'info', destination = bufferedStdout() }: LoggerOptions): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => activeTraceIds() ?? {},
      serializers: { err: errorRecord, error: errorRecord, cause: errorRecord },
      redact: { paths: secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`]), censor: '[redacted]' },
    },
    destination,
  );

const secretFields = [
  'authorization',
  'Authorization',
  'x-api-key',
  'X-Api-Key',
  'cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'credentials',
  'nkey',
  'nkeySeed',
  'seed',
];

/** One write per 4 KiB or 100 ms instead of one per line; pino flushes what is left when the process ends. */
const bufferedStdout = (): pino.DestinationStream =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 });
