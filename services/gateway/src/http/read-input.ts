import { type FieldErrors, FreightError, type Operation, pathFields } from '@freight/contracts';
import { isWellFormedText, parseJsonBody } from './json-body.ts';

/** Where the fields of an operation's input come from. */
type InputSource = {
  pathParameters: Record<string, string>;
  /** Path and query as they were sent. */
  target: string;
  headers: Headers;
  body: Uint8Array;
};

export type InputReader = (source: InputSource) => unknown;

/**
 * Makes the function that collects path, query and body of a request into one value and parses it with the operation's schema.
 * The path wins over a field of the same name elsewhere. A query parameter given twice is a fault where the contract knows it.
 *
 * @throws FreightError (from the function) VALIDATION_FAILED with `errors` by field path, UNSUPPORTED_MEDIA_TYPE
 */
export const createInputReader = ({ http, input }: Operation): InputReader => {
  const hasPathFields = pathFields(http?.path ?? '').length > 0;
  const collect = http !== undefined && takesBody(http.method) ? bodyFields(http.bodyField) : queryFields;
  return (source) => {
    assertDecodable(source.target);
    const fields = collect(source);
    const parsed = input.safeParse(hasPathFields ? { ...fields, ...source.pathParameters } : fields);
    if (parsed.success) return parsed.data;
    throw new FreightError('VALIDATION_FAILED', { errors: fieldErrors(parsed.error.issues) });
  };
};

export const takesBody = (method: string): boolean => method === 'POST' || method === 'PUT' || method === 'PATCH';

type Fields = Record<string, unknown>;

const queryFields = ({ target }: InputSource): Fields => {
  const question = target.indexOf('?');
  if (question === -1) return {};
  const query = new URLSearchParams(target.slice(question));
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
};

const bodyFields =
  (bodyField: string | undefined) =>
  ({ headers, body }: InputSource): Fields => {
    if (body.byteLength > 0) assertJson(headers);
    const value = parseJsonBody(body);
    if (bodyField !== undefined) return { [bodyField]: body.byteLength > 0 ? value : undefined };
    if (isFields(value)) return value;
    throw new FreightError('VALIDATION_FAILED', { errors: { body: ['must be a JSON object'] } });
  };

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonType = /^application\/(?:[\w.+-]+\+)?json *(?:; *charset="?utf-8"? *)?$/i;

const assertJson = (headers: Headers): void => {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new FreightError('UNSUPPORTED_MEDIA_TYPE', { message: 'Content-Encoding is not supported' });
  }
  if (!jsonType.test(headers.get('content-type') ?? '')) throw new FreightError('UNSUPPORTED_MEDIA_TYPE');
};

/** Percent-encoding that is no UTF-8 would reach a service as replacement characters, and NUL as an error of its database. */
const assertDecodable = (target: string): void => {
  if (!target.includes('%')) return;
  try {
    if (isWellFormedText(decodeURIComponent(target))) return;
  } catch {
    // Falls through to the same answer.
  }
  throw new FreightError('VALIDATION_FAILED', { errors: { url: ['must be percent-encoded UTF-8 without NUL'] } });
};

/** An array of 10,000 wrong items must not make an answer larger than the request. */
const maxReportedFields = 100;

type Issue = { path: PropertyKey[]; message: string };

const fieldErrors = (issues: readonly Issue[]): FieldErrors => {
  const errors = new Map<string, string[]>();
  for (const { path, message } of issues) {
    const field = path.length === 0 ? 'body' : path.map(String).join('.');
    const known = errors.get(field);
    if (known !== undefined) known.push(message);
    else if (errors.size < maxReportedFields) errors.set(field, [message]);
  }
  return Object.fromEntries(errors);
};
