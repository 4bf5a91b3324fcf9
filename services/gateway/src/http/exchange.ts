import { errorCatalogue, newId } from '@freight/contracts';
import { durationHistogram, type Logger, withRequestTrace } from '@freight/telemetry';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { clientAddress } from '../limits/client-address.ts';
import type { Allowance, Limiter, Rate } from '../limits/limiter.ts';
import { publicError } from './public-error.ts';
import { errorReply, type Reply, redirectReply, type StreamedReply } from './reply.ts';

/** The connection is there when a request came over one, and not when it was made in this process. */
type Env = { Bindings: Partial<HttpBindings> };

export type App = Hono<Env>;
type AppContext = Context<Env>;

/** One request while it is being answered. */
export type Exchange = {
  readonly request: Request;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly requestId: string;
  readonly clientAddress: string;
  /** The bucket that this request was taken from; the client address's where nobody else's was. */
  allowance: Allowance | undefined;
  organizationId: string | undefined;
  keyId: string | undefined;
};

/** What is known of a route before any request: for logs and metrics, which never hold ids or tokens. */
type RouteName = { route: string; operation?: string | undefined };

export type Answering = {
  log: Logger;
  addressLimiter: Limiter;
  addressRate: Rate;
  trustedProxyHops: number;
  /** Origin that plain HTTP requests are sent to; undefined where HTTPS is not ours to ask for. */
  httpsOrigin: string | undefined;
};

export type Exchanger = (
  route: RouteName,
  handle: (exchange: Exchange, context: AppContext) => Promise<Reply | StreamedReply> | Reply,
) => (context: AppContext) => Promise<Response>;

const observeDuration = durationHistogram('freight_http_request_duration', {
  description: 'Time from a request’s headers to its answer, by operation and status',
});

const saneRequestId = /^[\w.:-]{1,128}$/;

/** Set on every answer, unless it says otherwise itself. Nothing here is meant for a browser's page. */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Makes Hono handlers: each opens an exchange, lets `handle` answer or throw, and turns the outcome into the one response with
 * all its headers, one log line and one measurement. Headers are written here and nowhere else: setting them after a response
 * was made costs more than half of the throughput.
 */
export const createExchanger = (answering: Answering): Exchanger => {
  const { log, addressLimiter, addressRate, httpsOrigin } = answering;
  const fixedHeaders =
    httpsOrigin === undefined
      ? securityHeaders
      : { ...securityHeaders, 'Strict-Transport-Security': 'max-age=31536000' };

  const respond = (exchange: Exchange, { status, body, headers }: Reply | StreamedReply): Response => {
    const allowance = exchange.allowance ?? addressLimiter.look(exchange.clientAddress, addressRate);
    return new Response(body, {
      status,
      headers: {
        ...fixedHeaders,
        ...headers,
        'X-Request-Id': exchange.requestId,
        'RateLimit-Limit': String(allowance.limit),
        'RateLimit-Remaining': String(allowance.remaining),
        'RateLimit-Reset': String(allowance.resetSeconds),
      },
    });
  };

  return ({ route, operation }, handle) =>
    (context) => {
      const startedAt = performance.now();
      const exchange = openExchange(context, answering);
      const { request } = exchange;
      const close = (reply: Reply | StreamedReply, failure?: unknown): Response => {
        const durationMs = performance.now() - startedAt;
        observeDuration(durationMs / 1000, { operation: operation ?? route, status: reply.status });
        const line = {
          method: request.method,
          route,
          operation,
          status: reply.status,
          code: reply.code,
          durationMs: Math.round(durationMs * 10) / 10,
          organizationId: exchange.organizationId,
          keyId: exchange.keyId,
          requestId: exchange.requestId,
        };
        if (failure !== undefined && reply.status >= errorCatalogue.INTERNAL.status) {
          log.error({ ...line, err: failure }, 'request failed');
        } else log.info(line, 'request');
        return respond(exchange, reply);
      };

      return withRequestTrace(request.headers.get('traceparent') ?? undefined, async () => {
        try {
          if (httpsOrigin !== undefined && arrivedAsPlainHttp(request.headers)) {
            return close(redirectReply(httpsOrigin + exchange.target, 301));
          }
          return close(await handle(exchange, context));
        } catch (error) {
          const failure = publicError(error);
          return close(errorReply(failure), failure);
        }
      });
    };
};

/** The first entry is the caller's own connection; what follows are hops between proxies. */
const arrivedAsPlainHttp = (headers: Headers): boolean =>
  headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim().toLowerCase() === 'http';

const openExchange = ({ req, env }: AppContext, { trustedProxyHops }: Answering): Exchange => {
  const request = req.raw;
  const requestId = request.headers.get('x-request-id');
  return {
    request,
    target: request.url.slice(request.url.indexOf('/', schemeLength)),
    requestId: requestId !== null && saneRequestId.test(requestId) ? requestId : newId('operation'),
    clientAddress: clientAddress(
      env.incoming?.socket.remoteAddress,
      request.headers.get('x-forwarded-for'),
      trustedProxyHops,
    ),
    allowance: undefined,
    organizationId: undefined,
    keyId: undefined,
  };
};

/** Past `https://`, so that the next slash begins the path. */
const schemeLength = 8;
