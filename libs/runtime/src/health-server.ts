import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectMetrics } from '@freight/telemetry';

export type HealthOptions = {
  host: string;
  port: number;
  /** Why the process should get no work now; undefined when it should. */
  unready: () => Promise<string | undefined>;
};

export type HealthServer = { url: string; close: () => Promise<void> };

/** The private port: `/livez` answers while the process runs, `/readyz` while it can work, `/metrics` in Prometheus text. */
export const startHealthServer = async ({ host, port, unready }: HealthOptions): Promise<HealthServer> => {
  const answers: Record<string, () => Promise<{ status: number; body: string }>> = {
    '/livez': async () => ({ status: 200, body: 'ok\n' }),
    '/readyz': async () => {
      const reason = await unready();
      return reason === undefined ? { status: 200, body: 'ok\n' } : { status: 503, body: `${reason}\n` };
    },
    '/metrics': async () => ({ status: 200, body: await collectMetrics() }),
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''] ?? (async () => ({ status: 404, body: 'not found\n' }));
    void answer()
      .catch((error: unknown) => ({ status: 500, body: `${String(error)}\n` }))
      .then(({ status, body }) =>
        response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4' }).end(body),
      );
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, () => listening.resolve());
  await listening.promise;
  const address = server.address();
  return {
    url: `http://${host}:${isSocket(address) ? address.port : port}`,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
};

const isSocket = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;
