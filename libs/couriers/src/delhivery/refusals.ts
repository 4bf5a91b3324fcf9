import { type RefusalReason, type Refused, refused } from '../outcome.ts';

/** Their remark → our reason, the first row that fits (facts, 3.1; the portal's list of common remarks). */
const reasons: readonly [RegExp, RefusalReason][] = [
  [/duplicate order/i, 'DUPLICATE_REFERENCE'],
  [/non.?serviceable|not serviceable|embargo|capacity/i, 'NOT_SERVICEABLE'],
  [/insufficient balance|ClientWarehouse|Client-Warehouse|client is not active|Authentication|API Key/i, 'ACCOUNT'],
  [/no such waybill|does not exist|incorrect waybill|not found/i, 'NOT_FOUND'],
  [/incorrect status|not allowed|cannot|max attempt|part of dispatch|should be in/i, 'NOT_ALLOWED'],
  [/incorrect phone|invalid|missing|mandatory|validator|special character|in past|7 days/i, 'INVALID_REQUEST'],
];

export const refusalOf = (message: string, httpStatus: number, raw?: unknown): Refused => {
  const reason = reasons.find(([pattern]) => pattern.test(message))?.[1];
  const byStatus: RefusalReason = httpStatus === 401 || httpStatus === 403 ? 'ACCOUNT' : 'OTHER';
  return refused(reason ?? byStatus, message, raw);
};
