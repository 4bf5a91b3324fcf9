import {
  type EventDefinition,
  eventStream,
  type Operation,
  operationSubject,
  type ServiceName,
} from '@freight/contracts';
import { inboxPrefix } from './bus.ts';
import { bucketsOf } from './object-buckets.ts';

export type BusPermissions = {
  publish: string[];
  subscribe: string[];
  /** How long after a request its reply may be sent, in milliseconds. Replies go where the request says, beyond any list. */
  replyWithinMs: number;
};

/** Names of the JetStream consumers that a service may make and read: one, called like the service. */
export const durableOf = (service: ServiceName): string => service;

/**
 * What a service's NATS user may do, derived from the contract: serve its own operations, call those that name it as a caller
 * (the gateway also those with a route), announce its own aggregates, read its own consumer, its own replies and the broadcasts,
 * keep objects in its own buckets.
 */
export const busPermissions = (
  service: ServiceName,
  operations: readonly Operation[],
  events: readonly EventDefinition[],
): BusPermissions => {
  const own = operations.filter((operation) => operation.service === service);
  const called = operations.filter(
    ({ callers, http }) => callers.includes(service) || (service === 'gateway' && http !== undefined),
  );
  const announced = events.filter(({ source }) => source === service);
  const stream = eventStream.name;
  const durable = durableOf(service);
  return {
    publish: [
      ...called.map(operationSubject),
      ...announced.map(({ aggregate }) => `freight.events.v1.${aggregate}.>`),
      'freight.control.>',
      `$JS.API.STREAM.CREATE.${stream}`,
      // Only who writes to the stream may change its limits.
      ...(announced.length === 0 ? [] : [`$JS.API.STREAM.UPDATE.${stream}`]),
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.>`,
      ...bucketsOf(service).flatMap(bucketSubjects),
    ],
    subscribe: [
      `freight.rpc.v1.${service}.>`,
      'freight.control.>',
      `${inboxPrefix(service)}.>`,
      ...['PING', 'INFO', 'STATS'].flatMap((verb) => [
        `$SRV.${verb}`,
        `$SRV.${verb}.${service}`,
        `$SRV.${verb}.${service}.*`,
      ]),
    ],
    replyWithinMs: Math.max(minReplyMs, ...own.map(({ timeoutMs }) => timeoutMs)) + replySlackMs,
  };
};

/** What the client's object store asks for; an object is read through a consumer that lives as long as the reading. */
const bucketSubjects = (bucket: string): string[] => [
  `$O.${bucket}.>`,
  ...['INFO', 'CREATE', 'PURGE', 'MSG.GET'].map((verb) => `$JS.API.STREAM.${verb}.OBJ_${bucket}`),
  `$JS.API.CONSUMER.CREATE.OBJ_${bucket}`,
  `$JS.API.CONSUMER.CREATE.OBJ_${bucket}.>`,
  `$JS.API.CONSUMER.DELETE.OBJ_${bucket}.*`,
  `$JS.FC.OBJ_${bucket}.>`,
  '$JS.API.STREAM.NAMES',
];

const minReplyMs = 10_000;
const replySlackMs = 5_000;
