import { z } from 'zod';
import { type RefusalReason, type Refused, refused } from '../outcome.ts';

/** Every result carries IsError and a list of what went wrong. */
export const statusList = z.array(
  z.object({ StatusCode: z.string().nullish(), StatusInformation: z.string().nullish() }),
);

export const errorResponse = z.union([z.string(), z.array(z.unknown())]);

/** Their message → our reason, the first row that fits. */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/already generated|duplicate|CreditReferenceNo.*(exist|unique|used)/i, 'DUPLICATE_REFERENCE'],
  [/not serviceable|InvalidAreaSc|no service|not available at|embargo/i, 'NOT_SERVICEABLE'],
  [/licen[cs]e|login|CustomerCode|OriginArea|unauthori|forbidden|credential/i, 'ACCOUNT'],
  [/not found|no record|does not exist|invalid (awb|waybill)/i, 'NOT_FOUND'],
  [/in-?scan|cannot|not allowed|already (delivered|picked)|not permitted/i, 'NOT_ALLOWED'],
  [/invalid|missing|mandatory|required|length|should/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reasons.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus, message, raw);
};

/** What went wrong in one line, from a result's status list. */
export const messageOf = (list: z.output<typeof statusList> | null | undefined): string =>
  (list ?? [])
    .map(({ StatusCode, StatusInformation }) => [StatusCode, StatusInformation].filter(Boolean).join(': '))
    .join('; ');

/** What went wrong, from `error-response`, whose items are strings or results. */
export const errorMessageOf = (error: z.output<typeof errorResponse>): string => {
  if (typeof error === 'string') return error;
  return error
    .map((item) => {
      const result = z.object({ Status: statusList.optional(), msg: z.string().optional() }).safeParse(item);
      return typeof item === 'string'
        ? item
        : result.success
          ? messageOf(result.data.Status) || (result.data.msg ?? '')
          : '';
    })
    .filter(Boolean)
    .join('; ');
};
