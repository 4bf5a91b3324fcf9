import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { FreightError, newId } from '@freight/contracts';
import type { Logger } from '@freight/telemetry';
import { getRequestListener } from '@hono/node-server';
import { lastResort } from './app.ts';
import type { App } from './exchange.ts';

export type Listening = {
  url: string;
  /** Accepts nothing new, lets what is running finish, closes idle connections as they fall idle. */
  drain: () => Promise<void>;
};

export type ListenOptions = { host: string; port: number; log: Logger };

// A client that sends its headers or its body in drips holds a connection no longer than this.
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const connectionsCheckingIntervalMs = 2_000;
/** Longer than the 60 s after which usual load balancers drop an idle connection, so that it is never us who closes first. */
const keepAliveTimeoutMs = 75_000;
const maxHeaderBytes = 16_384;
const idleSweepMs = 50;

/** Serves the app over HTTP/1.1. Resolves when the port is open. */
export const listen = async (app: App, { host, port, log }: ListenOptions): Promise<Listening> => {
  const listener = getRequestListener(app.fetch, {
    errorHandler: (error) => {
      log.info({ err: error }, 'request refused before its route was known');
      return lastResort(new FreightError('VALIDATION_FAILED', { message: 'Malformed request' }));
    },
  });
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckingIntervalMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      maxHeaderSize: maxHeaderBytes,
      noDelay: true,
      // Answered by the listener above, in the envelope.
      requireHostHeader: false,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.on('clientError', refuseUnparsable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: urlOf(server, host), drain: () => drain(server) };
};

const drain = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
    server.close(() => {
      clearInterval(sweep);
      resolve();
    });
  });

const urlOf = (server: Server, host: string): string => {
  const address = server.address();
  const port = isAddressInfo(address) ? address.port : 0;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** What the HTTP parser could not read has no exchange; it gets the envelope all the same, and the connection ends. */
const refuseUnparsable = (error: Error, socket: Duplex): void => {
  if (!socket.writable) return void socket.destroy();
  const code = 'code' in error ? error.code : undefined;
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'Request headers are too large'] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'Request took too long to arrive'] as const)
        : ([400, 'Malformed request'] as const);
  const body = JSON.stringify({ success: false, message });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${newId('operation')}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};
