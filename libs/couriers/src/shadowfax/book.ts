import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, ConsignmentAddress } from '../consignment.ts';
import type { Booking } from '../courier.ts';
import type { CourierDraft, CourierSession, Operation } from '../define-courier.ts';
import { bookingOf } from '../found.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { placeCodeOf, streetOf } from '../place-code.ts';
import { prefetchAwb } from './awb.ts';
import { readAnswer } from './refusals.ts';

/**
 * Books under a number of its own: the one that the caller fetched and kept, else one fetched here. A booking without an answer
 * is sent once more under the same number; that the number is taken by then means that the first one arrived.
 */
export const book: Operation<BookingRequest, Booking> = async (session, booking) => {
  const awb = await numberOf(session, booking);
  // Without a number nothing was booked.
  if (awb.kind === 'unknown') return refused('UNAVAILABLE', `no number for the booking (${awb.cause})`);
  if (awb.kind === 'refused') return awb;
  const create = async (): Promise<Outcome<Booking>> => {
    const reply = await session.send(bookRequest(booking, awb.value));
    return reply.kind === 'answered' ? parseBook(reply) : reply;
  };
  const first = await create();
  if (first.kind !== 'unknown') return first;
  const second = await create();
  if (second.kind === 'refused') {
    return second.reason === 'DUPLICATE_REFERENCE' ? done(bookingOf(awb.value)) : first;
  }
  return second;
};

const numberOf = async (session: CourierSession, { awb, shipmentType }: BookingRequest): Promise<Outcome<string>> =>
  awb === undefined ? prefetchAwb(session, { shipmentType }) : done(awb);

export const bookRequest = (booking: BookingRequest, awb: string): CourierDraft => {
  const isCod = booking.paymentMode === 'COD';
  const value = booking.invoiceValuePaise / 100;
  return jsonDraft('POST', '/v3/clients/orders/', {
    // `marketplace` fetches at the seller's and returns to `rts_details`.
    order_type: 'marketplace',
    order_details: {
      client_order_id: booking.reference,
      awb_number: awb,
      actual_weight: booking.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
      volumetric_weight: booking.packages.reduce((sum, parcel) => sum + volumetricGrams(parcel), 0),
      product_value: value,
      cod_amount: isCod ? booking.codAmountPaise / 100 : 0,
      payment_mode: isCod ? 'COD' : 'Prepaid',
      total_amount: value,
      order_service: 'regular',
      ...(booking.eWaybillNumber === undefined ? {} : { eway_bill: booking.eWaybillNumber }),
      ...(booking.sellerGstin === undefined ? {} : { gstin_number: booking.sellerGstin }),
    },
    customer_details: placeOf(booking.drop),
    pickup_details: { ...placeOf(booking.pickup), unique_code: placeCodeOf(booking.pickup) },
    rts_details: {
      ...placeOf(booking.returnTo ?? booking.pickup),
      unique_code: placeCodeOf(booking.returnTo ?? booking.pickup),
    },
    product_details: booking.packages
      .flatMap(({ items }) => items)
      .map((item) => ({
        sku_id: item.sku ?? '',
        sku_name: item.name,
        hsn_code: item.hsnCode ?? '',
        category: item.category ?? '',
        invoice_no: booking.invoiceNumber ?? booking.orderReference,
        price: (item.unitPricePaise * item.quantity) / 100,
        additional_details: { quantity: item.quantity },
      })),
  });
};

/** Divisor 5000: cubic centimetres / 5 are grams. */
const volumetricGrams = (parcel: BookingRequest['packages'][number]): number =>
  Math.ceil((parcel.lengthCm * parcel.breadthCm * parcel.heightCm) / 5);

/** Pins are numbers, phones are text. */
const placeOf = (place: ConsignmentAddress) => ({
  name: place.name,
  contact: tenDigits(place.phone),
  address_line_1: streetOf(place),
  address_line_2: '',
  city: place.city,
  state: place.state,
  pincode: Number(place.pincode),
});

const bookAnswer = z.object({
  message: z.string().nullish(),
  data: z.object({ id: z.union([z.number(), z.string()]).nullish(), awb_number: z.string().min(1) }),
});

export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const answer = readAnswer(reply, bookAnswer);
  if (answer.kind !== 'done') return answer;
  const { id, awb_number: awb } = answer.value.data;
  return done(bookingOf(awb, { courierOrderId: id ? String(id) : null, raw: answer.value }));
};
