import type { z } from 'zod';
import type { CourierReply } from './call-courier.ts';
import { type Done, done, type Refused, refused, type Unknown, unknownButOver } from './outcome.ts';

/**
 * Reads a courier's JSON answer by a schema. What does not fit is `unknown`: after a 2xx of an unreadable body nobody can say
 * whether the thing asked for happened. A 4xx that does not fit is refused by its status.
 */
export const readJson = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Done<z.output<Schema>> | Refused | Unknown => {
  const parsed = schema.safeParse(jsonOf(reply.body));
  if (parsed.success) return done(parsed.data);
  if (reply.status >= 400) return refusedByStatus(reply.status);
  const [issue] = parsed.error.issues;
  return unknownButOver(`unreadable answer (${issue?.path.join('.') || 'body'}: ${issue?.code ?? 'invalid'})`);
};

/** The refusal that an HTTP status alone tells. */
export const refusedByStatus = (status: number, message = `the courier answered ${status}`): Refused => {
  if (status === 401 || status === 403) return refused('ACCOUNT', message);
  if (status === 404) return refused('NOT_FOUND', message);
  return refused(status < 500 ? 'INVALID_REQUEST' : 'OTHER', message);
};

/** The body as JSON, undefined when it is none. */
export const jsonOf = (body: Uint8Array): unknown => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return value;
  } catch {
    return undefined;
  }
};
