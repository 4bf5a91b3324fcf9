import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type Outcome, type RefusalReason, type Refused, refused } from '../outcome.ts';
import { jsonOf, readJson } from '../reply.ts';

/** Their words → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/order (number|id|no).*(already|exist|unique|duplicate)|duplicate order/i, 'DUPLICATE_REFERENCE'],
  [/serviceab|no courier|not available (for|at)/i, 'NOT_SERVICEABLE'],
  [/balance|recharge|unauthenticated|unauthori|token|inactive/i, 'ACCOUNT'],
  [/not found|invalid awb|no record|does not exist/i, 'NOT_FOUND'],
  [/cannot|not allowed|already (delivered|picked|shipped)|can't/i, 'NOT_ALLOWED'],
  [/invalid|required|missing|must|should/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

const failure = z.object({ status: z.literal(false), message: z.string().nullish() });

/** Every answer has `status`; false is a refusal whatever the HTTP status. */
export const readAnswer = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Outcome<z.output<Schema>> => {
  const failed = failure.safeParse(jsonOf(reply.body));
  if (failed.success) return refusalOf(failed.data.message ?? 'no reason given', reply.status, failed.data);
  return reply.status >= 400
    ? refusalOf(`the courier answered ${reply.status}`, reply.status)
    : readJson(reply, schema);
};
