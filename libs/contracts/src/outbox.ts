import { z } from 'zod';
import { type ServiceName, serviceNames } from './context.ts';
import { defineOperation } from './operation.ts';

/** Which announced events somebody wants to see. */
export const outboxQuery = z.object({
  afterPosition: z.int().min(0),
  limit: z.int().min(1).max(1_000).default(500),
  /** NATS subjects, wildcards allowed; only events of these. Default all. */
  subjects: z.array(z.string()).min(1).max(50).optional(),
  /** Only the events at these positions. */
  positions: z.array(z.int()).max(1_000).optional(),
  /** Bodies are left out for who only wants to know what there is. */
  bodies: z.boolean().default(true),
});
export type OutboxQuery = z.output<typeof outboxQuery>;
/** An `OutboxQuery` whose defaults may be left out. */
export type OutboxQueryRequest = z.input<typeof outboxQuery>;

export const outboxPage = z.object({
  /** Last position given to an event. */
  head: z.int(),
  /** First position still kept. */
  floor: z.int(),
  /** Every event asked for, up to this position, is in this answer. */
  upTo: z.int(),
  events: z.array(
    z.object({
      position: z.int(),
      eventId: z.string(),
      subject: z.string(),
      body: z.string().optional(),
      traceparent: z.string().nullable(),
    }),
  ),
});

/**
 * `<service>.read-outbox`: the events that a service announced, from the service itself. Consumers compare with it what they
 * heard over JetStream, so no event is lost when JetStream loses its store.
 */
export const readOutboxOperation = <Service extends ServiceName>(service: Service) =>
  defineOperation({
    name: `${service}.read-outbox` as const,
    scope: 'system',
    summary: `Reads events that ${service} announced`,
    callers: serviceNames.filter((name) => name !== service),
    input: outboxQuery,
    output: outboxPage,
  });
