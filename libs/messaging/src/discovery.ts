import { type Operation, operationSubject } from '@freight/contracts';
import { type NatsConnection, nuid, type Subscription } from 'nats';

/** Counts of one endpoint, as the NATS services protocol reports them. */
export type EndpointStats = {
  record: (durationMs: number, errorCode: string | undefined) => void;
  read: () => EndpointReport;
};

type EndpointReport = {
  name: string;
  subject: string;
  queue_group: string;
  num_requests: number;
  num_errors: number;
  last_error: string;
  processing_time: number;
  average_processing_time: number;
};

export const createEndpointStats = (operation: Operation): EndpointStats => {
  let requests = 0;
  let errors = 0;
  let lastError = '';
  let totalMs = 0;
  return {
    record: (durationMs, errorCode) => {
      requests += 1;
      totalMs += durationMs;
      if (errorCode === undefined) return;
      errors += 1;
      lastError = errorCode;
    },
    read: () => ({
      name: operation.name.slice(operation.service.length + 1),
      subject: operationSubject(operation),
      queue_group: operation.service,
      num_requests: requests,
      num_errors: errors,
      last_error: lastError,
      processing_time: nanoseconds(totalMs),
      average_processing_time: requests === 0 ? 0 : nanoseconds(totalMs / requests),
    }),
  };
};

const version = '1.0.0';

/**
 * Answers `$SRV.PING`, `$SRV.INFO` and `$SRV.STATS`, so that `nats micro list` finds the service and its replicas (NATS ADR-32).
 * The client's own framework is not used: it times a handler until it returns its promise, and it stops serving everything when
 * one subscription is refused.
 */
export const answerDiscovery = (
  nc: NatsConnection,
  name: string,
  endpoints: readonly EndpointStats[],
): Subscription[] => {
  const id = nuid.next();
  const started = new Date().toISOString();
  const identity = { name, id, version, metadata: {} };
  const reports = endpoints.map((endpoint) => endpoint.read());
  const answers = {
    PING: () => ({ type: 'io.nats.micro.v1.ping_response', ...identity }),
    INFO: () => ({
      type: 'io.nats.micro.v1.info_response',
      ...identity,
      description: '',
      endpoints: reports.map(({ name, subject, queue_group }) => ({ name, subject, queue_group, metadata: {} })),
    }),
    STATS: () => ({
      type: 'io.nats.micro.v1.stats_response',
      ...identity,
      started,
      endpoints: endpoints.map((endpoint) => endpoint.read()),
    }),
  };
  return Object.entries(answers).flatMap(([verb, answer]) =>
    [`$SRV.${verb}`, `$SRV.${verb}.${name}`, `$SRV.${verb}.${name}.${id}`].map((subject) =>
      nc.subscribe(subject, {
        callback: (error, request) => {
          if (error === null) request.respond(JSON.stringify(answer()));
        },
      }),
    ),
  );
};

const nanoseconds = (ms: number): number => Math.round(ms * 1e6);
