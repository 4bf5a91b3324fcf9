import { z } from 'zod';
import type { ServiceName } from './context.ts';

/**
 * An event is a value too: who announces it, under which subject, with which data. Bodies are CloudEvents 1.0 in JSON; the
 * AsyncAPI document and the published JSON Schemas derive from these values.
 */
export type EventDefinition<Data extends z.ZodType = z.ZodType> = {
  /** Plural noun that owns the fact; also a token of the subject. */
  aggregate: string;
  /** The service whose outbox holds it. */
  source: ServiceName;
  /** Event names of this aggregate, each a token of the subject. */
  names: readonly string[];
  data: Data;
};

export const defineEvent = <D extends z.ZodType, const N extends readonly string[]>(
  definition: EventDefinition<D> & { names: N },
): EventDefinition<D> & { names: N } => definition;

export type EventDataOf<E extends EventDefinition> = z.output<E['data']>;

/** Every event goes to one stream with limits retention, so that several consumers each read all of it. */
export const eventStream = { name: 'FREIGHT_EVENTS', subjects: ['freight.events.v1.>'] } as const;

/**
 * `freight.events.v1.<aggregate>.<organizationId>.<event>`: `freight.events.v1.shipments.*.delivered` selects one event of all
 * organizations, `freight.events.v1.shipments.org_42.>` all events of one.
 */
export const eventSubject = (aggregate: string, organizationId: string, name: string): string =>
  `freight.events.v1.${aggregate}.${organizationId}.${name}`;

/** The CloudEvents envelope. `version` counts the changes of one subject from 1 without gaps, `organizationid` is the tenant. */
export const cloudEvent = <D extends z.ZodType>(data: D) =>
  z.object({
    specversion: z.literal('1.0'),
    id: z.string(),
    source: z.string(),
    type: z.string(),
    subject: z.string(),
    time: z.iso.datetime(),
    datacontenttype: z.literal('application/json'),
    organizationid: z.string(),
    version: z.int().min(1),
    data,
  });

export type CloudEvent<Data> = Omit<z.output<ReturnType<typeof cloudEvent<z.ZodUnknown>>>, 'data'> & { data: Data };
