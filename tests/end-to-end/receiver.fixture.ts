import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@freight/webhook-signature';
import { z } from 'zod';

const payload = z.object({
  event: z.string(),
  data: z.object({ shipment: z.object({ orderReferenceNumber: z.string() }) }),
});

export type ReceivedEvent = { event: string; deliveryId: string; reference: string };

export type Receiver = {
  url: string;
  /** The secret of the subscription; deliveries wait until it is known. */
  trust: (secret: string) => void;
  /** What came with a valid signature, in the order of arrival. */
  verified: ReceivedEvent[];
  /** Why deliveries were refused. */
  refused: string[];
  close: () => Promise<void>;
};

/** A merchant's webhook receiver: verifies every delivery over the raw bytes and keeps what it was told. */
export const startReceiver = async (): Promise<Receiver> => {
  const secret = Promise.withResolvers<string>();
  const verified: ReceivedEvent[] = [];
  const refused: string[] = [];
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await buffer(request);
    const verdict = verifyWebhook({ body, headers: request.headers, secret: await secret.promise });
    if (!verdict.ok) {
      refused.push(verdict.reason);
      return 401;
    }
    const { event, data } = payload.parse(JSON.parse(body.toString()));
    verified.push({ event, deliveryId: verdict.deliveryId, reference: data.shipment.orderReferenceNumber });
    return 200;
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the receiver listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}/hooks`,
    trust: secret.resolve,
    verified,
    refused,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
