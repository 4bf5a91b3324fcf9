import type { Operation, OperationScope, OrganizationContext, SystemContext } from '@freight/contracts';
import { serviceNames } from '@freight/contracts';
import { z } from 'zod';
import { validationError } from './fault.ts';

/** The context that a handler of each scope is given. */
export type ContextByScope = { organization: OrganizationContext; system: SystemContext };

/**
 * Raw bytes instead of JSON. The content type and the name travel beside them, and so does the cursor of the next piece where a
 * file is longer than one message should be.
 */
export type FileAnswer = { contentType: string; fileName: string; bytes: Uint8Array; next?: string | undefined };

/** What a handler may give back. */
export type Answer<Output> = Output | StatusAnswer<Output> | FileAnswer;

/** An operation with the function that does it. */
export type Implementation<Deps> = {
  operation: Operation;
  /** Parses both halves of a request, runs the handler. */
  run: (deps: Deps, context: unknown, input: unknown) => Promise<unknown>;
};

/**
 * Joins an operation to the function that does it. Context and input are parsed before the handler sees them.
 *
 * @example export const getWallet = implement(operations.getWallet, async (deps: BillingDeps, context, input) => …);
 */
export const implement = <Input extends z.ZodType, Output extends z.ZodType, Scope extends OperationScope, Deps>(
  operation: Operation<Input, Output, Scope>,
  handler: (deps: Deps, context: ContextByScope[Scope], input: z.output<Input>) => Promise<Answer<z.output<Output>>>,
): Implementation<Deps> => ({
  operation,
  run: (deps, context, input) => {
    const parsed = operation.input.safeParse(input);
    if (!parsed.success) return Promise.reject(validationError(parsed.error));
    return handler(deps, parseContext[operation.scope](context), parsed.data);
  },
});

/** Answers with another status than the contract's, for example 200 for what existed already. */
export const withStatus = <Output>(status: number, output: Output): StatusAnswer<Output> =>
  new StatusAnswer(status, output);

export class StatusAnswer<Output> {
  readonly status: number;
  readonly output: Output;

  constructor(status: number, output: Output) {
    this.status = status;
    this.output = output;
  }
}

export const isFileAnswer = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'bytes' in answer && answer.bytes instanceof Uint8Array;

const systemContext = z.object({
  requestId: z.string().min(1),
  operationId: z.string().min(1),
  actor: z.discriminatedUnion('type', [
    z.object({ type: z.literal('api-key'), id: z.string() }),
    z.object({ type: z.literal('operator'), id: z.string() }),
    z.object({ type: z.literal('service'), id: z.enum(serviceNames) }),
    z.object({ type: z.literal('public') }),
  ]),
}) satisfies z.ZodType<SystemContext>;

const organizationContext = systemContext.extend({
  organizationId: z.string().min(1),
}) satisfies z.ZodType<OrganizationContext>;

// A context that does not parse is a caller's bug, not a merchant's fault, so it is thrown as it is and ends as INTERNAL.
const parseContext: { [Scope in OperationScope]: (context: unknown) => ContextByScope[Scope] } = {
  organization: (context) => organizationContext.parse(context),
  system: (context) => systemContext.parse(context),
};
