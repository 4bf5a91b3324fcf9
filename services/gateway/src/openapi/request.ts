import { pathFields } from '@freight/contracts';
import { takesBody } from '../http/read-input.ts';
import type { MountedOperation } from '../http/route-table.ts';
import type { JsonSchema, SchemaCollector } from './schemas.ts';

type Request = { parameters: unknown[]; requestBody?: unknown };

/** Splits an operation's one input schema into what sits in the path, in the query and in the body. */
export const requestOf = (operation: MountedOperation, schemas: SchemaCollector): Request => {
  const { http, input } = operation;
  const whole = schemas.schemaOf(input, 'input');
  const inPath = pathFields(http.path);
  const pathParameters = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: propertyOf(whole, name),
  }));
  const changes = http.method === 'GET' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }];
  if (!takesBody(http.method)) {
    // The cursor of a stream or a file is between the gateway and the service.
    const elsewhere = http.answer === 'stream' || http.answer === 'file' ? [...inPath, 'cursor'] : inPath;
    return { parameters: [...pathParameters, ...queryParameters(whole, elsewhere), ...changes] };
  }
  const body = http.bodyField === undefined ? without(whole, inPath) : propertyOf(whole, http.bodyField);
  const isRequired = http.bodyField !== undefined || requiredOf(body).length > 0 || '$ref' in body;
  const hasFields = http.bodyField !== undefined || '$ref' in body || Object.keys(propertiesOf(body)).length > 0;
  return {
    parameters: [...pathParameters, ...changes],
    ...(hasFields ? { requestBody: { required: isRequired, content: { 'application/json': { schema: body } } } } : {}),
  };
};

const queryParameters = (whole: JsonSchema, elsewhere: string[]): unknown[] =>
  Object.entries(propertiesOf(whole))
    .filter(([name]) => !elsewhere.includes(name))
    .map(([name, schema]) => ({ name, in: 'query', required: requiredOf(whole).includes(name), schema }));

const without = (schema: JsonSchema, names: string[]): JsonSchema => {
  if (names.length === 0) return schema;
  const required = requiredOf(schema).filter((name) => !names.includes(name));
  const { required: _all, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(propertiesOf(schema)).filter(([name]) => !names.includes(name))),
    ...(required.length > 0 ? { required } : {}),
  };
};

const propertyOf = (schema: JsonSchema, name: string): JsonSchema => propertiesOf(schema)[name] ?? {};

const propertiesOf = ({ properties }: JsonSchema): Record<string, JsonSchema> =>
  isProperties(properties) ? properties : {};

const isProperties = (value: unknown): value is Record<string, JsonSchema> =>
  typeof value === 'object' && value !== null;

const requiredOf = ({ required }: JsonSchema): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
