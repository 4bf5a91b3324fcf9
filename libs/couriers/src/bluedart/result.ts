import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { CourierAccount } from '../courier.ts';
import type { CourierDraft } from '../define-courier.ts';
import { done, type Outcome } from '../outcome.ts';
import { readJson } from '../reply.ts';
import { errorMessageOf, errorResponse, messageOf, refusalOf, statusList } from './refusals.ts';

/** A POST of JSON, as all of Blue Dart's calls but tracking and login are. */
export const post = (path: string, body: unknown, isRead = false): CourierDraft => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
  isRead,
});

const common = z.looseObject({
  IsError: z.boolean().optional(),
  Status: statusList.nullish(),
  ErrorMessage: z.string().nullish(),
});

/**
 * Takes the result out of its wrapper (`{ GenerateWayBillResult: {…} }`). A failure is either `IsError` inside it or, with HTTP
 * 400, an `error-response` beside it.
 */
export const readResult = <Shape extends z.ZodType>(
  reply: CourierReply,
  name: string,
  shape: Shape,
): Outcome<z.output<Shape>> => {
  const wrapper = z.object({ [name]: z.unknown().optional(), 'error-response': errorResponse.optional() });
  const answer = readJson(reply, wrapper);
  if (answer.kind !== 'done') return answer;
  const error = answer.value['error-response'];
  if (error !== undefined) {
    const message = errorMessageOf(errorResponse.parse(error)) || 'refused without a reason';
    return refusalOf(message, reply.status, answer.value);
  }
  const state = common.safeParse(answer.value[name]);
  if (state.success && state.data.IsError === true) {
    const message = messageOf(state.data.Status) || state.data.ErrorMessage || 'refused without a reason';
    return refusalOf(message, reply.status, withoutFiles(state.data));
  }
  const result = shape.safeParse(answer.value[name]);
  if (result.success) return done(result.data);
  return reply.status >= 400
    ? refusalOf(`the courier answered ${reply.status}`, reply.status)
    : { kind: 'unknown', cause: `unreadable ${name}` };
};

/** The answer for the record, without the bytes of the label. */
export const withoutFiles = (result: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(result).filter(([name]) => name !== 'AWBPrintContent'));

/** Area and customer code are the account's, also where the parcel is fetched elsewhere. */
export const originArea = (account: CourierAccount): string => account.credentials['originArea'] ?? '';
export const customerCode = (account: CourierAccount): string => account.credentials['customerCode'] ?? '';
