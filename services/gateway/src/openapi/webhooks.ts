import { webhookEvents, webhookShipment } from '@freight/contracts';
import type { SchemaCollector } from './schemas.ts';

/** The deliveries that a subscription receives, one entry per event. */
export const webhooksOf = (schemas: SchemaCollector): Record<string, unknown> => {
  const shipment = schemas.schemaOf(webhookShipment, 'output');
  return Object.fromEntries(
    [...webhookEvents, 'test.ping'].map((event) => [
      event,
      {
        post: {
          operationId: `webhook.${event}`,
          summary: summaryOf(event),
          tags: ['Events'],
          security: [],
          parameters: deliveryHeaders,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    event: { const: event },
                    timestamp: { type: 'string', format: 'date-time' },
                    data: { type: 'object', properties: { shipment }, required: ['shipment'] },
                  },
                  required: ['event', 'timestamp', 'data'],
                },
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken' },
            '4XX': { description: 'Refused for good: not tried again' },
            '5XX': { description: 'Tried again with growing pauses, twelve times in about three days' },
          },
        },
      },
    ]),
  );
};

const summaryOf = (event: string): string => {
  if (event === 'test.ping') return 'A sample, sent by the test endpoint';
  if (event === 'shipment.created')
    return 'Can be subscribed to and is never sent: the first event is shipment.label_generated';
  return `A shipment became ${event.replace('shipment.', '').toUpperCase()}`;
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const deliveryHeaders = [
  header('X-Service-Event', 'Name of the event'),
  header('X-Service-Signature', 'Lowercase hex HMAC-SHA256 of the raw body, keyed with the secret of the subscription'),
  header('X-Service-Delivery-Attempt', 'Number of the attempt, from 1'),
  header('X-Service-Delivery-Id', 'Equal for all attempts of one delivery'),
  header('webhook-id', 'Standard Webhooks: id of the message'),
  header('webhook-timestamp', 'Standard Webhooks: seconds since 1970 of the attempt'),
  header('webhook-signature', 'Standard Webhooks: `v1,` and the signature in base64'),
];
