import { type CallContext, type FreightError, newId, type Operation } from '@freight/contracts';
import type { RawAnswer } from '@freight/messaging';
import { z } from 'zod';
import type { Admission } from '../access/admission.ts';
import type { AuditForwarded } from '../audit-log/audit-forwarded.ts';
import type { OnceRequest } from '../idempotency/run-once.ts';
import { idempotencyKeyOf } from '../idempotency/run-once.ts';
import type { Exchange } from './exchange.ts';
import type { Invoke } from './invoke.ts';
import { publicError } from './public-error.ts';
import { readBody } from './read-body.ts';
import { createInputReader, takesBody } from './read-input.ts';
import { dataReply, errorReply, fileReply, pageReply, type Reply, redirectReply } from './reply.ts';
import type { MountedOperation } from './route-table.ts';

export type AnsweringParts = {
  admission: Admission;
  invoke: Invoke;
  runOnce: (request: OnceRequest, run: (operationId: string) => Promise<Reply>) => Promise<Reply>;
  auditForwarded: AuditForwarded;
  /** For what is wrong behind an answer that is stored and not thrown. */
  reportFailure: (error: FreightError, exchange: Exchange, operation: Operation) => void;
};

/** Idempotency keys of operators are a tenant of their own. */
const operatorTenant = 'operator';

const noBody = new Uint8Array();

/**
 * Makes the function that answers one operation over HTTP: let in, read, run (once per Idempotency-Key), wrap. Everything that
 * depends on the operation alone is decided here, before the first request.
 */
export const answerOperation = (
  operation: MountedOperation,
  { admission, invoke, runOnce, auditForwarded, reportFailure }: AnsweringParts,
): ((exchange: Exchange, pathParameters: Record<string, string>) => Promise<Reply>) => {
  const { http } = operation;
  const readInput = createInputReader(operation);
  const toReply = replyMaker(operation);
  const hasBody = takesBody(http.method);
  const isChange = http.method !== 'GET';
  const hasSecretAnswer = answersSecret(operation);

  const run = async (
    exchange: Exchange,
    caller: Caller,
    body: Uint8Array,
    pathParameters: Record<string, string>,
    operationId: string,
  ): Promise<Reply> => {
    const { request, target, requestId } = exchange;
    const input = readInput({ pathParameters, target, headers: request.headers, body });
    const context: CallContext = { requestId, operationId, ...caller.context };
    if (!isChange || http.audience !== 'operator') return toReply(await invoke(operation, context, input));
    return toReply(await auditForwarded(operation, context, input, () => invoke(operation, context, input)));
  };

  return async (exchange, pathParameters) => {
    const callerOrPromise = admitCaller(admission, operation, exchange);
    const caller = callerOrPromise instanceof Promise ? await callerOrPromise : callerOrPromise;
    const { request, target } = exchange;
    const idempotencyKey = isChange && caller.tenantId !== undefined ? idempotencyKeyOf(request.headers) : undefined;
    const body = hasBody ? await readBody(request) : noBody;
    if (idempotencyKey === undefined || caller.tenantId === undefined) {
      // A read makes nothing that a second run would have to find again, so it needs no id of its own.
      return run(exchange, caller, body, pathParameters, isChange ? newId('operation') : exchange.requestId);
    }
    return runOnce(
      {
        organizationId: caller.tenantId,
        idempotencyKey,
        method: http.method,
        target,
        body,
        timeoutMs: operation.timeoutMs,
        sealWith: hasSecretAnswer ? caller.credential : undefined,
      },
      async (operationId) => {
        try {
          return await run(exchange, caller, body, pathParameters, operationId);
        } catch (error) {
          const failure = publicError(error);
          if (failure.status >= 500) reportFailure(failure, exchange, operation);
          return errorReply(failure);
        }
      },
    );
  };
};

/** Does the answer show a credential that is told only once? A field `key` or `secret` at its top says so. */
export const answersSecret = ({ output }: Operation): boolean =>
  output instanceof z.ZodObject && ('key' in output.shape || 'secret' in output.shape);

export type Caller = {
  context: Pick<CallContext, 'actor'> & { organizationId?: string };
  /** Whose idempotency keys it uses; undefined for the public. */
  tenantId: string | undefined;
  credential: string;
};

/** Lets a request in, with the context of whoever sent it. */
export const admitCaller = (
  admission: Admission,
  { http }: MountedOperation,
  exchange: Exchange,
): Caller | Promise<Caller> => {
  switch (http.audience) {
    case 'merchant': {
      const admitted = admission.merchant(exchange);
      return admitted instanceof Promise ? admitted.then(merchantCaller) : merchantCaller(admitted);
    }
    case 'operator': {
      const { credential } = admission.operator(exchange);
      return { context: { actor: { type: 'operator', id: 'operator' } }, tenantId: operatorTenant, credential };
    }
    case 'public':
      admission.anybody(exchange);
      return { context: { actor: { type: 'public' } }, tenantId: undefined, credential: '' };
  }
};

const merchantCaller = ({ holder, credential }: Awaited<ReturnType<Admission['merchant']>>): Caller => ({
  context: { actor: { type: 'api-key', id: holder.keyId }, organizationId: holder.tenantId },
  tenantId: holder.tenantId,
  credential,
});

const redirect = z.object({ url: z.string() });

const replyMaker = ({ http }: MountedOperation): ((answer: RawAnswer) => Reply) => {
  switch (http.answer ?? 'data') {
    case 'data':
      return (answer) => (answer.contentType === undefined ? dataReply(answer) : fileReply(answer));
    case 'page':
      return pageReply;
    case 'file':
    case 'stream':
      return fileReply;
    case 'redirect':
      return ({ body }) => redirectReply(redirect.parse(JSON.parse(Buffer.from(body).toString())).url);
  }
};
