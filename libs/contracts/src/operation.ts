import type { z } from 'zod';
import type { OrganizationContext, ServiceName, SystemContext } from './context.ts';
import type { ErrorCode } from './errors.ts';

/**
 * An operation is one value from which everything else is derived: request types, the handler's signature, validation at both
 * ends, the NATS subject, the gateway's route, the OpenAPI entry, the bus permissions and the tests that every route shares.
 */
export type Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Scope extends OperationScope = OperationScope,
> = {
  /** `<service>.<verb-noun>`, also the last part of the NATS subject. */
  name: `${ServiceName}.${string}`;
  service: ServiceName;
  /** organization: runs as a tenant; system: names the organization it means, if any, in its input. */
  scope: Scope;
  summary: string;
  /** What a reader of the API reference should know beyond the summary, in Markdown. */
  description?: string;
  http?: HttpBinding;
  /** Services, beside the gateway, that may call it. The bus refuses all others. */
  callers: readonly ServiceName[];
  /** Path, query and body as ONE object; the path template says which fields sit in the path, the method where the rest sits. */
  input: Input;
  output: Output;
  /** Codes this operation may answer beyond those that every operation may (validation, auth, limits, 5xx). */
  errors: readonly ErrorCode[];
  /** How long a caller waits for the answer, in milliseconds. A caller that gives up does not know the outcome. */
  timeoutMs: number;
};

export type OperationScope = 'organization' | 'system';

export type HttpBinding = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the audience's base: `/api/v1` for merchants and the public, `/operator/v1` for operators. `{name}` marks a path field. */
  path: `/${string}`;
  audience: 'merchant' | 'operator' | 'public';
  tag: string;
  /** Status of a success unless the handler says otherwise; default 200. */
  status?: 200 | 201 | 202;
  /**
   * data: in the envelope; page: `{ data, meta }` spread into the envelope; redirect: 302 to `url`; file: raw bytes, one piece or
   * more; stream: text of any length, piece by piece (stream.ts). Default data.
   */
  answer?: 'data' | 'page' | 'redirect' | 'file' | 'stream';
  /** Of a streamed answer: `text/csv`. */
  mediaType?: string;
  /** Set when the body is not an object of fields but one value (an array): the input field that holds it. */
  bodyField?: string;
};

export type InputOf<Op extends Operation> = z.output<Op['input']>;
/** What a caller may leave out is optional here; defaults are filled in on the other side. */
export type CallInputOf<Op extends Operation> = z.input<Op['input']>;
export type OutputOf<Op extends Operation> = z.output<Op['output']>;
export type ContextOf<Op extends Operation> = Op['scope'] extends 'organization' ? OrganizationContext : SystemContext;

type OperationDefinition<I extends z.ZodType, O extends z.ZodType, S extends OperationScope, N extends string> = Omit<
  Operation<I, O, S>,
  'service' | 'callers' | 'timeoutMs' | 'errors' | 'name'
> & { name: N; callers?: readonly ServiceName[]; errors?: readonly ErrorCode[]; timeoutMs?: number };

const defaultTimeoutMs = 10_000;

/**
 * Defines an operation. The service that serves it is the first part of its name.
 *
 * @example defineOperation({ name: 'billing.get-wallet', scope: 'organization', summary: '…', input: z.object({}), output: wallet })
 */
export const defineOperation = <
  I extends z.ZodType,
  O extends z.ZodType,
  S extends OperationScope,
  N extends `${ServiceName}.${string}`,
>(
  definition: OperationDefinition<I, O, S, N>,
): Operation<I, O, S> & { name: N } => {
  const [service] = definition.name.split('.');
  return {
    callers: [],
    errors: [],
    timeoutMs: defaultTimeoutMs,
    ...definition,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The name's type says that its first part is a service.
    service: service as ServiceName,
  };
};

/** The NATS subject that serves an operation: `freight.rpc.v1.billing.get-wallet`. */
export const operationSubject = (operation: Pick<Operation, 'name'>): string => `freight.rpc.v1.${operation.name}`;

/** Names of the fields in a path template, in order: `/shipments/{id}/book` → `['id']`. */
export const pathFields = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, field]) => (field === undefined ? [] : [field]));
