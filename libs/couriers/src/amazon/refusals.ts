import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import { type Outcome, type RefusalReason, type Refused, refused } from '../outcome.ts';
import { jsonOf, readJson } from '../reply.ts';

/** Their words → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/serviceab|not eligible|no rates|embargo/i, 'NOT_SERVICEABLE'],
  [/Unauthorized|AccessDenied|access token|credential|business.?id/i, 'ACCOUNT'],
  [/not ?found|does not exist/i, 'NOT_FOUND'],
  [/cannot|not allowed|already (delivered|picked)|not permitted|invalid state/i, 'NOT_ALLOWED'],
  [/InvalidRequest|invalid|missing|required|expired/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

const errorAnswer = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string(), details: z.string().nullish() })).min(1),
});

/** The refusal of an answer of 400 or more; undefined for a good one. */
export const refusalIn = (reply: CourierReply): Refused | undefined => {
  if (reply.status < 400) return undefined;
  const said = errorAnswer.safeParse(jsonOf(reply.body));
  if (!said.success) return refusalOf(`the courier answered ${reply.status}`, reply.status);
  const message = said.data.errors.map(({ code, message: words }) => `${code}: ${words}`).join('; ');
  return refusalOf(message, reply.status, said.data);
};

/** What an answer carries in `payload`. */
export const readPayload = <Schema extends z.ZodType>(
  reply: CourierReply,
  schema: Schema,
): Outcome<z.output<Schema>> => {
  const refusal = refusalIn(reply);
  if (refusal !== undefined) return refusal;
  return readJson(
    reply,
    z
      .object({ payload: z.unknown() })
      .transform(({ payload }) => payload)
      .pipe(schema),
  );
};
