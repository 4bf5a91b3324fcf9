import { type EventDataOf, type EventDefinition, eventSubject, newId } from '@freight/contracts';
import { injectTrace } from '@freight/telemetry';
import { z } from 'zod';

/** A row of the outbox before it is written. */
export type OutboxEvent = {
  eventId: string;
  aggregate: string;
  subject: string;
  /** CloudEvents JSON, the bytes that are published. */
  body: string;
  traceparent: string | null;
};

export type NewEvent<Definition extends EventDefinition> = {
  name: Definition['names'][number];
  /** The tenant. */
  organizationId: string;
  /** Id of the thing that changed. */
  subject: string;
  /** Number of this change of the subject: 1, 2, 3 without gaps, taken under its row lock. */
  version: number;
  data: EventDataOf<Definition>;
  /** When it happened; default now. */
  time?: Date;
};

/**
 * Makes an event ready for the outbox, in the trace that is active.
 *
 * @throws ZodError when the data is not what the event promises: a bug of the caller
 *
 * @example newEvent(shipmentChanged, { name: 'delivered', organizationId, subject: shipment.id, version, data });
 */
export const newEvent = <Definition extends EventDefinition>(
  definition: Definition,
  { name, organizationId, subject, version, data, time = new Date() }: NewEvent<Definition>,
): OutboxEvent => {
  const eventId = newId('event');
  return {
    eventId,
    aggregate: definition.aggregate,
    subject: eventSubject(definition.aggregate, organizationId, name),
    body: JSON.stringify({
      specversion: '1.0',
      id: eventId,
      source: `/services/${definition.source}`,
      type: eventType(definition.aggregate, name),
      subject,
      time: time.toISOString(),
      datacontenttype: 'application/json',
      organizationid: organizationId,
      version,
      data: z.parse(definition.data, data),
    }),
    traceparent: injectTrace() ?? null,
  };
};

/** CloudEvents type of an event: `freight.v1.shipments.delivered`. */
export const eventType = (aggregate: string, name: string): string => `freight.v1.${aggregate}.${name}`;
