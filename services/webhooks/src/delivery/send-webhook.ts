import { type Dispatcher, errors, request } from 'undici';
import { TargetRefused } from '../targets/guarded-agent.ts';
import { type ReceivedBody, readExcerpt } from './read-excerpt.ts';

export type WebhookRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The very bytes that were signed. */
  body: Uint8Array;
  /** For everything: name, dial, TLS, request, answer. */
  timeoutMs: number;
};

/** What came of one request. `error` is safe to show to the merchant. */
export type Answer =
  | { kind: 'answered'; status: number; body: string; retryAfterMs: number | undefined }
  | { kind: 'timeout'; error: string }
  | { kind: 'failed'; error: string };

/**
 * Posts a webhook once. Never throws, follows no redirect, and keeps no more of the answer than its first 1 KiB: the status
 * line decides, so a body that drips or never ends holds nobody up.
 */
export const sendWebhook = async (
  dispatcher: Dispatcher,
  { url, headers, body, timeoutMs }: WebhookRequest,
  now: () => Date,
): Promise<Answer> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const response = await request(url, {
      method: 'POST',
      headers,
      body,
      dispatcher,
      signal: deadline.signal,
      // The deadline above is the one clock; these would only end a request at another moment.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return {
      kind: 'answered',
      status: response.statusCode,
      body: await readExcerpt(response.body satisfies ReceivedBody),
      retryAfterMs: retryAfter(response.headers['retry-after'], now()),
    };
  } catch (error) {
    return failure(error, deadline.signal.aborted, timeoutMs);
  } finally {
    clearTimeout(timer);
  }
};

/** Retry-After is seconds or an HTTP date (RFC 9110, section 10.2.3). */
const retryAfter = (value: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  // Date.parse would take much that is no HTTP date: `-5` is the year 2001 to it.
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
};

const failure = (error: unknown, isOverdue: boolean, timeoutMs: number): Answer => {
  if (isOverdue) return { kind: 'timeout', error: `no answer within ${timeoutMs / 1000} s` };
  if (error instanceof errors.ConnectTimeoutError) return { kind: 'timeout', error: 'no connection in time' };
  if (error instanceof TargetRefused) return { kind: 'failed', error: error.message };
  if (error instanceof errors.HTTPParserError) return { kind: 'failed', error: 'the answer was not HTTP' };
  const code = codeOf(error);
  return {
    kind: 'failed',
    error: reasons[code] ?? (tlsCode.test(code) ? `TLS: ${code}` : `connection failed: ${code}`),
  };
};

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'UNKNOWN';
};

/** Words for the codes that merchants meet most; no message of a library is shown, since it names addresses. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed before an answer',
  UND_ERR_DESTROYED: 'the sender stopped',
  UND_ERR_CLOSED: 'the sender stopped',
  ENOTFOUND: 'host name not found',
  ENODATA: 'host name not found',
  ESERVFAIL: 'host name could not be resolved',
  ETIMEOUT: 'host name could not be resolved in time',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: incomplete certificate chain',
  CERT_HAS_EXPIRED: 'TLS: certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: certificate is for another host',
};
const tlsCode = /TLS|SSL|CERT|UNABLE_TO/;
