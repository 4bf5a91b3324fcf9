import {
  type CallContext,
  FreightError,
  type Operation,
  type OperationScope,
  operationSubject,
} from '@freight/contracts';
import { injectTrace } from '@freight/telemetry';
import type { z } from 'zod';
import { type Bus, internalsOf } from './bus.ts';
import { decodeFault, validationError } from './fault.ts';
import type { ContextByScope } from './implement.ts';
import { contentTypeHeader, encodeRequest, fileNameHeader, nextPieceHeader, statusHeader } from './wire.ts';

/**
 * Calls an operation of another service and waits for its answer.
 *
 * @throws FreightError as the other side threw it; SERVICE_UNAVAILABLE when nobody serves the operation, UPSTREAM_TIMEOUT when no
 * answer came within the operation's `timeoutMs`: the outcome is then unknown.
 *
 * @example const hold = await call(bus, reserveFunds, context, { amountPaise: 12_300, shipmentId });
 */
export const call = async <Input extends z.ZodType, Output extends z.ZodType, Scope extends OperationScope>(
  bus: Bus,
  operation: Operation<Input, Output, Scope>,
  context: ContextByScope[Scope],
  input: z.input<Input>,
): Promise<z.output<Output>> => {
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) throw validationError(parsed.error);
  const { body } = await callRaw(bus, operation, context, parsed.data);
  const answer = operation.output.safeParse(JSON.parse(new TextDecoder().decode(body)));
  if (!answer.success) throw new FreightError('INTERNAL', { cause: answer.error });
  return answer.data;
};

/** An answer as it came: JSON of the output, or a file's bytes where `contentType` says so; `next` is the cursor of what follows. */
export type RawAnswer = { status: number; contentType?: string; fileName?: string; next?: string; body: Uint8Array };

/**
 * Like `call`, for whoever passes the answer on without reading it: 4 KiB of JSON decoded and encoded again cost three times the
 * whole round trip. The input must have been parsed with the operation's schema.
 */
export const callRaw = async (
  bus: Bus,
  operation: Operation,
  context: CallContext,
  input: unknown,
): Promise<RawAnswer> => {
  const request = encodeRequest({ context, input, traceparent: injectTrace() });
  const reply = await internalsOf(bus).replies.request(operationSubject(operation), request, operation.timeoutMs);
  const status = operation.http?.status ?? 200;
  // Most answers carry no headers at all, and reading headers is what costs.
  if (reply.headers === undefined) return { status, body: reply.data };
  const fault = decodeFault(reply);
  if (fault !== undefined) throw fault;
  const contentType = reply.headers.get(contentTypeHeader);
  const next = reply.headers.get(nextPieceHeader);
  return {
    status: Number(reply.headers.get(statusHeader) || status),
    ...(contentType === '' ? {} : { contentType, fileName: decodeURIComponent(reply.headers.get(fileNameHeader)) }),
    ...(next === '' ? {} : { next }),
    body: reply.data,
  };
};
