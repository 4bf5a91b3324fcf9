import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { done, type Outcome, type RefusalReason, type Refused, refused } from '../outcome.ts';
import { readJson } from '../reply.ts';

/** Their words → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/already (exists|used|assigned)|duplicate/i, 'DUPLICATE_REFERENCE'],
  [/serviceab|not available for/i, 'NOT_SERVICEABLE'],
  [/token|authentication|credential|not active/i, 'ACCOUNT'],
  [/not found|invalid awb|does not exist|no order/i, 'NOT_FOUND'],
  [/cannot|not allowed|already (delivered|picked)|another city/i, 'NOT_ALLOWED'],
  [/invalid|required|missing|blank|valid|must/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

/** `errors` is a text, a list, or an object of lists by field (facts, trap 1): one line of it all. */
export const textOfErrors = (errors: unknown): string => {
  if (typeof errors === 'string') return errors;
  if (Array.isArray(errors)) return errors.map(textOfErrors).filter(Boolean).join('; ');
  if (typeof errors !== 'object' || errors === null) return '';
  return Object.entries(errors)
    .map(([field, problem]) => `${field}: ${textOfErrors(problem)}`)
    .join('; ');
};

const common = z.looseObject({
  message: z.string().nullish(),
  responseMsg: z.string().nullish(),
  detail: z.string().nullish(),
  errors: z.unknown().optional(),
});

/** Reads an answer; "Failure" under HTTP 200 is a refusal like any 4xx. */
export const readAnswer = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Outcome<z.output<Schema>> => {
  const answer = readJson(reply, common);
  if (answer.kind !== 'done') return answer;
  const { message, responseMsg, detail, errors } = answer.value;
  const said = message ?? responseMsg ?? detail ?? '';
  if (reply.status >= 400 || /^fail/i.test(said)) {
    return refusalOf(
      textOfErrors(errors) || said || `the courier answered ${reply.status}`,
      reply.status,
      answer.value,
    );
  }
  const read = readJson(reply, schema);
  return read.kind === 'done' ? done(read.value) : read;
};
