import type { Operation } from '@freight/contracts';
import { type MountedOperation, merchantBase, operatorBase, routeTable } from '../http/route-table.ts';
import { requestOf } from './request.ts';
import { responsesOf, sharedResponses } from './responses.ts';
import { createSchemaCollector } from './schemas.ts';
import { webhooksOf } from './webhooks.ts';

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, unknown>>;
  webhooks?: Record<string, unknown>;
  components: Record<string, Record<string, unknown>>;
};

/**
 * The OpenAPI 3.1 document of the merchant API (with its public paths and events) or of the operator API, made from the same
 * values that route, validate and answer.
 *
 * @param publicBaseUrl address of the service, if it has a fixed one; else the addresses are relative to the document's
 */
export const buildOpenApi = (
  operations: readonly Operation[],
  audience: 'merchant' | 'operator',
  publicBaseUrl?: string,
): OpenApiDocument => {
  const schemas = createSchemaCollector();
  const documented = operations.filter(({ http }) => (http?.audience === 'operator') === (audience === 'operator'));
  const base = audience === 'operator' ? operatorBase : merchantBase;
  const entries = routeTable(documented);
  const paths = Object.fromEntries(
    entries.map(({ path, operations: here }) => [
      path.slice(base.length),
      Object.fromEntries(
        here.map((operation) => [operation.http.method.toLowerCase(), operationEntry(operation, schemas)]),
      ),
    ]),
  );
  const webhooks = audience === 'merchant' ? { webhooks: webhooksOf(schemas) } : {};
  const tags = new Set(entries.flatMap(({ operations: here }) => here.map(({ http }) => http.tag)));
  return {
    openapi: '3.1.0',
    info: {
      title: audience === 'merchant' ? 'Freight Aggregator Merchant API' : 'Freight Aggregator Operator API',
      version: '1.0.0',
      description: descriptions[audience],
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: (publicBaseUrl?.replace(/\/$/, '') ?? '') + base }],
    tags: [...[...tags].toSorted(), ...(audience === 'merchant' ? ['Events'] : [])].map((name) => ({ name })),
    paths,
    ...webhooks,
    components: {
      schemas: { Error: errorSchema, ...schemas.components() },
      responses: sharedResponses(entries.flatMap(({ operations: here }) => here)),
      securitySchemes: securitySchemes[audience],
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
    },
  };
};

const operationEntry = (operation: MountedOperation, schemas: ReturnType<typeof createSchemaCollector>) => {
  const { name, summary, description, http } = operation;
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [http.tag],
    security: security[http.audience],
    ...requestOf(operation, schemas),
    responses: responsesOf(operation, schemas),
  };
};

const descriptions = {
  merchant:
    'One JSON API over eight Indian courier accounts: quote, book, track, return, COD and signed webhooks. Amounts are in INR, weights in grams, dimensions in centimetres, times in UTC. Every answer is an envelope: `{ success, data }`, lists with `meta`, errors `{ success: false, message, code, errors }`.',
  operator:
    'What the operator of the service does: organizations and their keys, wallets, rate plans, courier accounts, and the audit log of all changes. Same envelope and errors as the merchant API.',
};

const security = {
  merchant: [{ ApiKey: [] }, { Bearer: [] }],
  operator: [{ OperatorToken: [] }],
  public: [],
};

const securitySchemes = {
  merchant: {
    ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The API key: `fk_live_…` or `fk_test_…`' },
    Bearer: { type: 'http', scheme: 'bearer', description: 'The same API key' },
  },
  operator: { OperatorToken: { type: 'http', scheme: 'bearer', description: 'OPERATOR_TOKEN of the installation' } },
};

const errorSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    message: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'object',
      description: 'Field path (`packages.0.weightGrams`) to what is wrong there',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  required: ['success', 'message'],
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repetition safe for 24 hours: the first answer is given again with `Idempotent-Replayed: true`. An answer of 5xx or 429 is not kept.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$', minLength: 1, maxLength: 255 },
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });

const headers = {
  XRequestId: { description: 'Names this request in logs and traces', schema: { type: 'string' } },
  RateLimitLimit: integerHeader('Requests that may be sent at once'),
  RateLimitRemaining: integerHeader('Requests left now'),
  RateLimitReset: integerHeader('Seconds until all are available again'),
  RetryAfter: integerHeader('Seconds to wait'),
};
