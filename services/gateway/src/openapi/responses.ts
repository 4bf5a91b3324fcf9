import { type ErrorCode, errorCatalogue } from '@freight/contracts';
import { takesBody } from '../http/read-input.ts';
import type { MountedOperation } from '../http/route-table.ts';
import type { JsonSchema, SchemaCollector } from './schemas.ts';

const rateLimitHeaders = {
  'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};

/** The success of an operation and every error it may answer, by status. */
export const responsesOf = (operation: MountedOperation, schemas: SchemaCollector): Record<string, unknown> => ({
  ...successOf(operation, schemas),
  ...Object.fromEntries(
    [...errorsByStatus(operation)].map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${responseName(codes)}` },
    ]),
  ),
});

/** The error responses that these operations refer to, each set of codes once. */
export const sharedResponses = (operations: readonly MountedOperation[]): Record<string, unknown> =>
  Object.fromEntries(
    operations
      .flatMap((operation) => [...errorsByStatus(operation).values()])
      .map((codes) => [responseName(codes), errorResponse(codes)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );

const errorsByStatus = (operation: MountedOperation): Map<number, ErrorCode[]> =>
  new Map(
    [...Map.groupBy(errorCodesOf(operation).toSorted(), (code) => errorCatalogue[code].status)].toSorted(
      ([a], [b]) => a - b,
    ),
  );

const responseName = (codes: readonly ErrorCode[]): string => codes.join('-');

/** Codes beyond the operation's own: every caller can meet them. */
const errorCodesOf = ({ http, errors }: MountedOperation): ErrorCode[] => {
  const codes = new Set<ErrorCode>([
    'VALIDATION_FAILED',
    'RATE_LIMITED',
    'INTERNAL',
    'SERVICE_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ]);
  if (http.audience !== 'public') codes.add('UNAUTHENTICATED');
  if (http.audience === 'merchant') codes.add('FORBIDDEN');
  if (takesBody(http.method)) codes.add('PAYLOAD_TOO_LARGE').add('UNSUPPORTED_MEDIA_TYPE');
  if (http.method !== 'GET') codes.add('IDEMPOTENCY_IN_PROGRESS').add('IDEMPOTENCY_KEY_REUSED');
  for (const code of errors) codes.add(code);
  return [...codes];
};

const successOf = ({ http, output }: MountedOperation, schemas: SchemaCollector): Record<string, unknown> => {
  switch (http.answer ?? 'data') {
    case 'redirect':
      return {
        302: {
          description: 'The document; the address must not be cached',
          headers: { ...rateLimitHeaders, Location: { schema: { type: 'string' } } },
        },
      };
    case 'file':
      return {
        200: {
          description: 'The document',
          headers: rateLimitHeaders,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
      };
    case 'stream':
      return {
        200: {
          description: 'The document, as long as it is',
          headers: rateLimitHeaders,
          content: { [http.mediaType ?? 'text/plain']: { schema: { type: 'string' } } },
        },
      };
    case 'page': {
      const page = schemas.schemaOf(output, 'output');
      return { [http.status ?? 200]: jsonResponse('One page', withSuccess(page)) };
    }
    case 'data': {
      const data = schemas.schemaOf(output, 'output');
      return {
        [http.status ?? 200]: jsonResponse('Success', withSuccess({ properties: { data }, required: ['data'] })),
      };
    }
  }
};

const withSuccess = (schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { success: { const: true }, ...asObject(schema.properties), message: { type: 'string' } },
  required: ['success', ...asArray(schema.required)],
});

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const jsonResponse = (description: string, schema: JsonSchema): unknown => ({
  description,
  headers: rateLimitHeaders,
  content: { 'application/json': { schema } },
});

const errorResponse = (codes: readonly ErrorCode[]): unknown => ({
  description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
  headers: {
    ...rateLimitHeaders,
    ...(codes.some((code) => [429, 503].includes(errorCatalogue[code].status))
      ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
      : {}),
  },
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
      },
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: { success: false, message: errorCatalogue[code].message, code } }]),
      ),
    },
  },
});
