import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type Outcome, type RefusalReason, type Refused, refused } from '../outcome.ts';
import { jsonOf, readJson } from '../reply.ts';

/** Their words → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/already exists|duplicate/i, 'DUPLICATE_REFERENCE'],
  [/serviceab|no service|embargo/i, 'NOT_SERVICEABLE'],
  [/api.?key|customer.?code|unauthori|authentication|inactive/i, 'ACCOUNT'],
  [/not found|no data|does not exist/i, 'NOT_FOUND'],
  [/cannot|not allowed|already (delivered|picked|booked)|not permitted/i, 'NOT_ALLOWED'],
  [/invalid|required|missing|mandatory|must|should|only/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

const failure = z.object({
  error: z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]).optional(),
  message: z.string().optional(),
});

/** Reads an answer; a status of 400 or more is a refusal with its words. */
export const readAnswer = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Outcome<z.output<Schema>> => {
  if (reply.status < 400) return readJson(reply, schema);
  const said = failure.safeParse(jsonOf(reply.body));
  const message = said.success ? (said.data.error ?? said.data.message) : undefined;
  return refusalOf(message ?? `the courier answered ${reply.status}`, reply.status);
};
