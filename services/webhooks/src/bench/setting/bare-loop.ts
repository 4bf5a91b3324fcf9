import { signWebhook } from '@freight/webhook-signature';
import { Agent, request } from 'undici';
import { sampleShipment } from '../../subscriptions/sample-shipment.ts';

const inFlight = 200;

/**
 * What undici alone can do here: the same signed bytes to the same receivers, round and round, with nothing stored, claimed or
 * recorded.
 *
 * @returns requests acknowledged per second
 */
export const bareLoop = async (urls: readonly string[], seconds: number): Promise<number> => {
  const dispatcher = new Agent({ pipelining: 1 });
  const body = Buffer.from(
    JSON.stringify({
      event: 'shipment.delivered',
      timestamp: new Date().toISOString(),
      data: { shipment: sampleShipment },
    }),
  );
  const signature = signWebhook({
    body,
    secret: 'a'.repeat(64),
    deliveryId: 'dlv_bench',
    timestamp: new Date(),
    event: 'shipment.delivered',
    attempt: 1,
  });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Freight-Webhooks/1.0', ...signature };
  const endsAt = performance.now() + seconds * 1_000;
  let done = 0;
  const poster = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < endsAt; turn += inFlight) {
      const response = await request(urls[turn % urls.length] ?? '', { method: 'POST', headers, body, dispatcher });
      await response.body.text();
      if (response.statusCode !== 200) throw new Error(`a receiver answered ${response.statusCode}`);
      done += 1;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, (_, index) => poster(index)));
  const perSecond = done / ((performance.now() - startedAt) / 1_000);
  await dispatcher.close();
  return perSecond;
};
