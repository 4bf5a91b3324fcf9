import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type ReceivedDelivery = { headers: IncomingHttpHeaders; body: Buffer };

export type Receiver = { url: string; close: () => Promise<void> };

/**
 * An HTTP server on the loopback interface for the deliveries of one subscription.
 *
 * @param port 0 takes a free one
 * @param receive gives the status to answer
 * @throws Error in one sentence when the port is taken
 */
export const startReceiver = async (
  port: number,
  receive: (delivery: ReceivedDelivery) => Promise<number>,
): Promise<Receiver> => {
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => receive({ headers: request.headers, body }))
      .then(
        (status) => response.writeHead(status).end(),
        () => response.writeHead(500).end(),
      );
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`port ${port} of 127.0.0.1 cannot be listened on; choose another one with --port`, {
      cause: error,
    });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the receiver listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
