import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, ConsignmentAddress } from '../consignment.ts';
import type { Booking, CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { bookingOf } from '../found.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome, type Refused, refused, unknownButOver } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { streetOf } from '../place-code.ts';
import { isArticleNumber } from './article-number.ts';
import { readAnswer, refusalOf } from './refusals.ts';

/** One article under a number of ours. A number with a wrong check digit is refused here, not at the counter. */
export const bookRequest = (account: CourierAccount, booking: BookingRequest): CourierDraft | Refused => {
  const { awb = '' } = booking;
  if (!isArticleNumber(awb)) return refused('INVALID_REQUEST', `${awb} is no article number of India Post`);
  const { customerId = '', contractId = '' } = account.credentials;
  const isCod = booking.paymentMode === 'COD';
  const [parcel] = booking.packages;
  const article = {
    bulk_customer_id: customerId,
    contract_id: contractId,
    barcode_no: awb,
    article_type: account.settings?.['articleType'] ?? 'SP',
    physical_weight: Math.ceil(booking.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0)),
    shape_of_article: 'NROL',
    length: parcel?.lengthCm,
    breadth_diameter: parcel?.breadthCm,
    height: parcel?.heightCm,
    ...placeOf('sender', booking.pickup),
    ...placeOf('receiver', booking.drop),
    pickup_or_dropoff: account.settings?.['pickupOrDropoff'] ?? 'PICKUP',
    pickup_schedule_slot: account.settings?.['pickupSlot'] ?? 'FORENOON',
    codr_cod: isCod ? 'COD' : '',
    value_for_codr_cod: isCod ? booking.codAmountPaise / 100 : 0,
    bulk_reference: booking.reference,
  };
  return jsonDraft('POST', `/process-articles/${encodeURIComponent(customerId)}`, { articles: [article] });
};

const placeOf = (role: 'sender' | 'receiver', place: ConsignmentAddress): Record<string, string> => ({
  [`${role}_name`]: place.name,
  [`${role}_address_line_1`]: streetOf(place),
  [`${role}_city`]: place.city,
  [`${role}_state`]: place.state,
  [`${role}_pincode`]: place.pincode,
  [`${role}_mobile_no`]: tenDigits(place.phone),
});

const bookAnswer = z.object({
  valid_articles: z.array(z.object({ barcode_no: z.string() })).nullish(),
  error_articles: z.array(z.object({ errors: z.unknown() })).nullish(),
});

/** Good and bad articles come in two lists under HTTP 200. */
export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const answer = readAnswer(reply, bookAnswer);
  if (answer.kind !== 'done') return answer;
  const { valid_articles: valid, error_articles: wrong } = answer.value;
  const [failure] = wrong ?? [];
  if (failure !== undefined) {
    const { errors } = failure;
    return refusalOf(typeof errors === 'string' ? errors : JSON.stringify(errors), reply.status, answer.value);
  }
  const [article] = valid ?? [];
  return article === undefined
    ? unknownButOver('the article is in neither list')
    : done(bookingOf(article.barcode_no, { raw: answer.value }));
};

export const book = oneExchange<BookingRequest, Booking>({ request: bookRequest, parse: parseBook });
