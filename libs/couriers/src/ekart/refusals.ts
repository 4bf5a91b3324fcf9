import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { done, type Outcome, type RefusalReason, type Refused, refused } from '../outcome.ts';
import { jsonOf, readJson } from '../reply.ts';

/** Errors have a form of their own, with an HTTP status of 400 or more. */
const errorAnswer = z.object({
  code: z.string().optional(),
  message: z.string(),
  description: z.string().nullish(),
});

/** Their words → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/duplicate|already exists/i, 'DUPLICATE_REFERENCE'],
  [/serviceab|embargo/i, 'NOT_SERVICEABLE'],
  [/balance|wallet|unauthori|forbidden|inactive/i, 'ACCOUNT'],
  [/not found|no such|RESOURCE_NOT_FOUND/i, 'NOT_FOUND'],
  [/cannot|not allowed|can't|already (delivered|picked)/i, 'NOT_ALLOWED'],
  [/SWIFT_VALIDATION|SWIFT_MALFORMED|invalid|missing|required|must/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

/** Reads an answer that may be an error instead. */
export const readAnswer = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Outcome<z.output<Schema>> => {
  if (reply.status < 400) return readJson(reply, schema);
  const error = errorAnswer.safeParse(jsonOf(reply.body));
  if (!error.success) return refusalOf(`the courier answered ${reply.status}`, reply.status);
  const { code, message, description } = error.data;
  return refusalOf([code, message, description].filter(Boolean).join(': '), reply.status, error.data);
};

export const acknowledgement = z.object({ status: z.boolean(), remark: z.string().nullish() });

/** `status: false` under HTTP 200 is a refusal as well. */
export const readAcknowledgement = (reply: CourierReply): Outcome<null> => {
  const answer = readAnswer(reply, acknowledgement);
  if (answer.kind !== 'done') return answer;
  return answer.value.status
    ? done(null)
    : refusalOf(answer.value.remark ?? 'no reason given', reply.status, answer.value);
};
