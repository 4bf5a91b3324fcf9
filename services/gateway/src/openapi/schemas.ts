import * as contract from '@freight/contracts';
import { z } from 'zod';

export type JsonSchema = { [keyword: string]: unknown };

export type SchemaCollector = {
  /** The JSON Schema of a request (`input`: what may be left out is optional) or an answer (`output`). */
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  /** Everything that the schemas so far refer to by name. */
  components: () => Record<string, JsonSchema>;
};

/**
 * Turns the contract's schemas into JSON Schema 2020-12, which OpenAPI 3.1 uses as it is. A schema that the contract exports by
 * name becomes a component of that name wherever it occurs.
 */
export const createSchemaCollector = (): SchemaCollector => {
  const components: Record<string, JsonSchema> = {};

  const add = (name: string, schema: JsonSchema): void => {
    components[name] = rewriteReferences(schema);
  };

  return {
    schemaOf: (schema, io) => {
      const converted: JsonSchema = z.toJSONSchema(schema, {
        io,
        metadata: named[io],
        target: 'draft-2020-12',
        unrepresentable: 'any',
        override: ({ jsonSchema }) => tidy(jsonSchema),
      });
      const { $schema: _dialect, $defs, ...own } = converted;
      for (const [name, definition] of Object.entries(asSchemas($defs))) add(name, definition);
      const name = named[io].get(schema)?.id;
      // A named schema is already among the definitions when it refers to others by name, else it stands here itself.
      if (name === undefined || '$ref' in own) return rewriteReferences(own);
      add(name, own);
      return { $ref: componentPath + name };
    },
    components: () => Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b))),
  };
};

/**
 * An answer may gain fields within a version, so no schema says that it has no others. The bounds of a double are no bounds that
 * anyone chose.
 */
const tidy = (schema: JsonSchema): void => {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  // A format says the same as the pattern of 300 characters that zod checks it with.
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
};

const componentPath = '#/components/schemas/';

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What a request may leave out an answer always has, so the two directions of one schema are two components. */
const registryOf = (suffix: string) => {
  const registry = z.registry<{ id: string }>();
  for (const [name, value] of Object.entries(contract)) {
    if (value instanceof z.ZodObject) registry.add(value, { id: capitalized(name) + suffix });
  }
  return registry;
};

const named = { input: registryOf('Input'), output: registryOf('') };

const asSchemas = (value: unknown): Record<string, JsonSchema> => (isSchemas(value) ? value : {});

const isSchemas = (value: unknown): value is Record<string, JsonSchema> => typeof value === 'object' && value !== null;

const rewriteReferences = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      // `$id` would make every reference inside relative to it; the registry's own `id` is a property name in most schemas, and
      // there its value is a schema.
      .filter(([keyword, value]) => keyword !== '$id' && !(keyword === 'id' && typeof value === 'string'))
      .map(([keyword, value]) => [keyword, rewriteValue(keyword, value)]),
  );

const rewriteValue = (keyword: string, value: unknown): unknown => {
  if (keyword === '$ref' && typeof value === 'string') return value.replace('#/$defs/', componentPath);
  if (Array.isArray(value)) return value.map((inner: unknown) => rewriteValue('', inner));
  return isSchemas(value) ? rewriteReferences(value) : value;
};
