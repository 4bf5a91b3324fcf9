import { type EventDefinition, eventStream, eventSubject } from '@freight/contracts';
import { eventType } from '@freight/runtime';
import { eventSchemaFile } from './event-schema.ts';

/** The AsyncAPI 3.0 document of everything that services announce over JetStream: one channel per aggregate. */
export const asyncApiDocument = (events: readonly EventDefinition[]): object => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Freight Aggregator events',
    version: '1.0.0',
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    description: [
      `Facts, announced after they were committed. All of them are in the JetStream stream \`${eventStream.name}\` (limits retention), so any number of durable consumers reads all of it.`,
      'Delivery is at least once. `id` names an event for good: a consumer that remembers the ids it has applied applies each once. `version` counts the changes of one subject from 1 without gaps.',
    ].join('\n\n'),
  },
  defaultContentType: 'application/json',
  servers: { nats: { host: 'localhost:4222', protocol: 'nats', description: 'NATS with JetStream' } },
  channels: Object.fromEntries(events.map((event) => [event.aggregate, channelOf(event)])),
  operations: Object.fromEntries(events.map((event) => [`${event.source}.announce-${event.aggregate}`, sendOf(event)])),
  components: { messages: Object.fromEntries(events.flatMap(messagesOf)) },
});

const channelOf = ({ aggregate, names, source }: EventDefinition) => ({
  address: eventSubject(aggregate, '{organizationId}', '{event}'),
  title: `Events of ${aggregate}`,
  description: `Announced by ${source}. \`${eventSubject(aggregate, '*', names[0] ?? '*')}\` selects one event of every organization, \`${eventSubject(aggregate, 'org_42', '>')}\` all events of one.`,
  parameters: {
    organizationId: { description: 'The tenant; test data of an organization is the tenant `<organization id>_test`' },
    event: { description: 'What happened', enum: [...names] },
  },
  messages: Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/messages/${messageName(aggregate, name)}` }]),
  ),
});

const sendOf = ({ aggregate }: EventDefinition) => ({
  action: 'send',
  channel: { $ref: `#/channels/${aggregate}` },
  summary: `Announces what happened to ${aggregate}`,
});

const messagesOf = (event: EventDefinition): [name: string, message: object][] =>
  event.names.map((name) => [
    messageName(event.aggregate, name),
    {
      name: eventType(event.aggregate, name),
      title: name.replaceAll('_', ' '),
      contentType: 'application/json',
      headers,
      payload: {
        allOf: [
          { $ref: `./${eventSchemaFile(event)}` },
          { type: 'object', properties: { type: { const: eventType(event.aggregate, name) } } },
        ],
      },
    },
  ]);

const messageName = (aggregate: string, name: string): string => `${aggregate}.${name}`;

const headers = {
  type: 'object',
  properties: {
    'Nats-Msg-Id': { type: 'string', description: 'Equal to `id` of the body; JetStream stores one message per id' },
    'Freight-Source': { type: 'string', description: 'The service that announced the event' },
    'Freight-Position': { type: 'integer', description: 'Its place in that service’s outbox, counted without gaps' },
    traceparent: { type: 'string', description: 'W3C trace context of the request that caused the event' },
  },
  required: ['Nats-Msg-Id', 'Freight-Source', 'Freight-Position'],
};
