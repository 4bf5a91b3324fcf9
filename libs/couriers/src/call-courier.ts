import type { CourierCode } from '@freight/contracts';
import { Agent, request as httpRequest } from 'undici';
import { createAccountGuards, type GuardOptions } from './account-guard.ts';
import { accountKey } from './account-key.ts';
import type { CourierOperation, RateLimit } from './capabilities.ts';
import type { CourierAccount } from './courier.ts';
import { type Refused, refused, type Unknown, unknown, unknownButOver } from './outcome.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createTokenCache, type TokenCache } from './token-cache.ts';

/** The one way to a courier. Make one per process with `createCourierCaller`, hand it to every call, close it at the end. */
export type CourierCaller = {
  /** One HTTP exchange. Answers of 5xx, 3xx and 408 are unknown, 429 is refused; everything else is for the courier's parser. */
  send(account: CourierAccount, request: CourierHttpRequest): Promise<CourierReply | Refused | Unknown>;
  observe(observation: CourierObservation): void;
  tokens: TokenCache;
  /** True while calls of this account are cut off because too many failed: a quote of it is not available now. */
  isCircuitOpen(account: CourierAccount): boolean;
  close(): Promise<void>;
};

export type CourierHttpRequest = {
  operation: CourierOperation;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Where the courier splits its API over several hosts: one of the account's own settings. Default the account's base address. */
  baseUrl?: string | undefined;
  /** May hold keys: it is never part of an outcome, an observation or a log line. */
  query?: Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  /** A read that changes nothing: tried once more when its outcome is unknown. */
  isRead: boolean;
  rateLimit?: RateLimit | undefined;
};

export type CourierReply = { kind: 'answered'; status: number; body: Uint8Array };

/** One operation of an adapter as it ended, for metrics and spans. */
export type CourierObservation = {
  courier: CourierCode;
  /** Tells accounts of one courier apart, see `accountKey`; it holds no credential. */
  account: string;
  operation: CourierOperation;
  outcome: 'done' | 'refused' | 'unknown';
  reason?: string | undefined;
  durationMs: number;
};

export type RateLimitCheck = { account: CourierAccount; operation: CourierOperation; limit: RateLimit };

export type CourierCallerOptions = {
  /** From the first byte out to the last byte in, in milliseconds. Default 10 000. */
  timeoutMs?: number | undefined;
  /** Default 3 000. */
  connectTimeoutMs?: number | undefined;
  /** Larger answers are unknown. Default 5 MB: a label is the largest thing a courier sends. */
  maxAnswerBytes?: number | undefined;
  guard?: GuardOptions | undefined;
  observe?: ((observation: CourierObservation) => void) | undefined;
  /** Replaces the counter of this process, for a budget that replicas share. False refuses the call. */
  mayCall?: ((check: RateLimitCheck) => boolean | Promise<boolean>) | undefined;
};

/**
 * Makes the caller that all couriers share: kept-alive connections, one time limit over the whole exchange, a size limit, no
 * redirects, verified TLS, and per courier account a bulkhead, a circuit breaker and the courier's own rate limits.
 *
 * @example const caller = createCourierCaller({ timeoutMs: 10_000, observe: (o) => calls.add(1, o) });
 */
export const createCourierCaller = (options: CourierCallerOptions = {}): CourierCaller => {
  const timeoutMs = options.timeoutMs ?? 10_000;
  const agent = new Agent({
    connections: 64,
    keepAliveTimeout: 30_000,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: options.maxAnswerBytes ?? 5_000_000,
    connect: { timeout: options.connectTimeoutMs ?? 3_000 },
  });
  const guards = createAccountGuards(options.guard);
  const mayCall = options.mayCall ?? createRateLimiter();

  const send: CourierCaller['send'] = async (account, request) => {
    const { rateLimit: limit, operation } = request;
    if (limit !== undefined && !(await mayCall({ account, operation, limit }))) {
      return refused('RATE_LIMITED', `${account.courier} allows ${limit.calls} such calls per ${limit.perMs / 1000} s`);
    }
    const attempt = () => guards.run(account, () => exchange(agent, account, request, timeoutMs));
    const first = await attempt();
    return first.kind === 'unknown' && request.isRead ? attempt() : first;
  };

  return {
    send,
    observe: options.observe ?? (() => {}),
    tokens: createTokenCache(accountKey),
    isCircuitOpen: guards.isOpen,
    close: () => agent.close(),
  };
};

const exchange = async (
  agent: Agent,
  account: CourierAccount,
  request: CourierHttpRequest,
  timeoutMs: number,
): Promise<CourierReply | Refused | Unknown> => {
  try {
    const answer = await httpRequest(`${request.baseUrl ?? account.baseUrl}${request.path}`, {
      dispatcher: agent,
      method: request.method,
      ...(request.query === undefined ? {} : { query: request.query }),
      headers: { accept: 'application/json', ...request.headers },
      body: request.body ?? null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await answer.body.bytes();
    return readStatus(answer.statusCode, body);
  } catch (error) {
    return readFailure(error);
  }
};

const readStatus = (status: number, body: Uint8Array): CourierReply | Refused | Unknown => {
  if (status === 429) return refused('RATE_LIMITED', 'the courier answered 429');
  // 502 and 504 come from something in front of the courier, which may work on; these two from the courier itself.
  if (status === 500 || status === 503) return unknownButOver(`the courier answered ${status}`);
  // A redirect is not followed: the request may hold credentials, and nobody knows what the first host did with it.
  if (status >= 500 || status === 408 || (status >= 300 && status < 400))
    return unknown(`the courier answered ${status}`);
  return { kind: 'answered', status, body };
};

/** Failures from before the first byte of the request left: nothing can have happened at the courier. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Only the error's code and name are kept: its message may quote the address with its query string. */
const readFailure = (error: unknown): Refused | Unknown => {
  const code =
    error instanceof Error ? ('code' in error && typeof error.code === 'string' ? error.code : error.name) : 'failure';
  return neverSent.has(code) ? refused('UNAVAILABLE', `the courier cannot be reached (${code})`) : unknown(code);
};
