import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type Outcome, type RefusalReason, type Refused, refused } from '../outcome.ts';
import { jsonOf, readJson } from '../reply.ts';

/** Their words → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/already (used|exists|booked|processed)|duplicate/i, 'DUPLICATE_REFERENCE'],
  [/serviceab|not available|no office/i, 'NOT_SERVICEABLE'],
  [/contract|customer.?id|unauthori|token|not active/i, 'ACCOUNT'],
  [/not found|no record|does not exist/i, 'NOT_FOUND'],
  [/invalid|required|missing|mandatory|must|should|check digit/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

const failure = z.object({ message: z.string() });

export const readAnswer = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Outcome<z.output<Schema>> => {
  if (reply.status < 400) return readJson(reply, schema);
  const said = failure.safeParse(jsonOf(reply.body));
  return refusalOf(said.success ? said.data.message : `the courier answered ${reply.status}`, reply.status);
};
