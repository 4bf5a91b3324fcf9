import type { FieldErrors } from '@freight/contracts';
import { FreightError, isErrorCode } from '@freight/contracts';
import { headers, type MsgHdrs } from 'nats';
import { z } from 'zod';

// The names that the NATS services protocol gives to errors, so that its tools count them.
const codeHeader = 'Nats-Service-Error-Code';
const messageHeader = 'Nats-Service-Error';

const faultBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  retryAfterSeconds: z.number().optional(),
});

/** An error as it crosses the bus: its code and public story, never its cause. */
export const encodeFault = (error: FreightError): { headers: MsgHdrs; body: string } => {
  const { code, message, errors, retryAfterSeconds } = error;
  const faultHeaders = headers();
  faultHeaders.set(codeHeader, code);
  faultHeaders.set(messageHeader, message.replaceAll(/[\r\n]+/g, ' '));
  return { headers: faultHeaders, body: JSON.stringify({ code, message, errors, retryAfterSeconds }) };
};

/** The error that a reply carries, the same as was thrown on the other side; undefined for a success. */
export const decodeFault = (reply: { headers?: MsgHdrs; data: Uint8Array }): FreightError | undefined => {
  const code = reply.headers?.get(codeHeader);
  if (code === undefined || code === '') return undefined;
  if (!isErrorCode(code)) return new FreightError('INTERNAL', { cause: new Error(`Unknown error code ${code}`) });
  const { message, errors, retryAfterSeconds } = faultBody.parse(JSON.parse(new TextDecoder().decode(reply.data)));
  return new FreightError(code, {
    message,
    ...(errors === undefined ? {} : { errors }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
};

/** What is not a FreightError is a bug or a broken part: INTERNAL to the caller, the truth in the cause. */
export const asFreightError = (error: unknown): FreightError =>
  error instanceof FreightError ? error : new FreightError('INTERNAL', { cause: error });

/** VALIDATION_FAILED with zod's issues keyed by field path: `packages.0.weightGrams`; faults of the whole under `input`. */
export const validationError = ({ issues }: z.ZodError): FreightError => {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = path.length === 0 ? 'input' : path.map(String).join('.');
    (errors[field] ??= []).push(message);
  }
  return new FreightError('VALIDATION_FAILED', { errors });
};
