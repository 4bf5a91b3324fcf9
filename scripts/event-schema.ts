import { cloudEvent, type EventDefinition } from '@freight/contracts';
import { eventType } from '@freight/runtime';
import { z } from 'zod';

/** Where a consumer finds the schema, below `docs/`. */
export const eventSchemaFile = ({ aggregate }: EventDefinition): string => `schemas/events/${aggregate}.json`;

/**
 * The JSON Schema (2020-12) of what an aggregate's events carry: the whole CloudEvents body. Events gain fields within a
 * version, so no object says that it has no others.
 */
export const eventSchema = ({ aggregate, names, data }: EventDefinition): object => {
  const body = cloudEvent(data).extend({ type: z.enum(names.map((name) => eventType(aggregate, name))) });
  const schema = z.toJSONSchema(body, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      // A format says the same as the long pattern that zod checks it with.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return { ...schema, title: `Events of ${aggregate}` };
};
