import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Operation, pathFields } from '@freight/contracts';
import { z } from 'zod';
import type { Connection } from './connection.ts';

/** An answer that was not a success, in the words of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(answer: { status: number; message: string; code?: string | undefined; requestId?: string | undefined }) {
    super(answer.message);
    this.name = 'ApiError';
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.requestId;
  }
}

export type ApiClient = {
  /**
   * Calls an operation over HTTP as its contract says: path, query and body from one input, the key or the token as its
   * audience needs, and the answer checked against the schema.
   *
   * @throws ApiError when the API refuses; Error when nothing answers, or the key or token is missing
   * @example await api.send(createOrganization, { name: 'Chandni Textiles' });
   */
  send: <Input extends z.ZodType, Output extends z.ZodType>(
    operation: Operation<Input, Output>,
    input: z.input<Input>,
  ) => Promise<z.output<Output>>;
  /**
   * Calls an operation whose answer is a stream, and writes what comes as it comes.
   *
   * @throws ApiError when the API refuses; Error when the stream breaks off
   */
  download: <Input extends z.ZodType>(
    operation: Operation<Input>,
    input: z.input<Input>,
    target: NodeJS.WritableStream,
  ) => Promise<void>;
};

const timeoutMs = 320_000;

export const createApiClient = (connection: Connection): ApiClient => ({
  send: async (operation, input) =>
    operation.output.parse(await readAnswer(await request(connection, operation, input))),
  download: async (operation, input, target) => {
    const response = await request(connection, operation, input);
    if (!response.ok || response.body === null) return void (await readAnswer(response));
    await pipeline(Readable.fromWeb(response.body), target);
  },
});

const request = async (connection: Connection, operation: Operation, input: unknown): Promise<Response> => {
  const { method, url, body } = requestOf(operation, input, connection.api);
  return fetch(url, {
    method,
    headers: {
      ...authorization(operation, connection),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(`${url.origin} does not answer (${reasonOf(error)}); is it running?`);
  });
};

const requestOf = (operation: Operation, input: unknown, api: string) => {
  const { name, http } = operation;
  if (http === undefined) throw new TypeError(`${name} is not reachable over HTTP`);
  const rest = z.record(z.string(), z.unknown()).parse(input);
  const take = (field: string): string => {
    const value = rest[field];
    delete rest[field];
    return textOf(value);
  };
  let path: string = http.path;
  for (const field of pathFields(http.path)) path = path.replace(`{${field}}`, encodeURIComponent(take(field)));
  const base = http.audience === 'operator' ? operatorBase(api) : api.replace(/\/$/, '');
  const url = new URL(`${base}${path}`);
  if (http.method !== 'GET' && http.method !== 'DELETE') {
    return { method: http.method, url, body: http.bodyField === undefined ? rest : rest[http.bodyField] };
  }
  for (const [field, value] of Object.entries(rest)) {
    if (value !== undefined) url.searchParams.set(field, textOf(value));
  }
  return { method: http.method, url, body: undefined };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** `http://host/api/v1` → `http://host/operator/v1`, whatever stands before it. */
const operatorBase = (api: string): string => api.replace(/\/api\/v1\/?$/, '/operator/v1');

const authorization = ({ http }: Operation, { apiKey, operatorToken }: Connection): Record<string, string> => {
  if (http?.audience === 'public') return {};
  if (http?.audience === 'operator') {
    if (operatorToken === undefined)
      throw new Error('this needs the operator token: --operator-token or FREIGHT_OPERATOR_TOKEN');
    return { authorization: `Bearer ${operatorToken}` };
  }
  if (apiKey === undefined) throw new Error('this needs an API key: --api-key or FREIGHT_API_KEY');
  return { authorization: `Bearer ${apiKey}` };
};

const envelope = z.looseObject({
  success: z.boolean(),
  message: z.string().optional(),
  code: z.string().optional(),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
  errors: z.record(z.string(), z.unknown()).optional(),
});

/** The data of a success; of a page, data and meta. */
const readAnswer = async (response: Response): Promise<unknown> => {
  const parsed = envelope.safeParse(await response.json().catch(() => undefined));
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { status } = response;
  if (!parsed.success) throw new ApiError({ status, message: `HTTP ${status} without our envelope`, requestId });
  const { success, message = `HTTP ${status}`, code, data, meta, errors } = parsed.data;
  if (success) return meta === undefined ? data : { data, meta };
  const fields = Object.entries(errors ?? {}).map(([field, fault]) => `; ${field}: ${String(fault)}`);
  throw new ApiError({ status, message: message + fields.join(''), code, requestId });
};

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};
