import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, ConsignmentAddress, ConsignmentPackage } from '../consignment.ts';
import type { Booking, CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { bookingOf } from '../found.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome, unknown } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { streetOf } from '../place-code.ts';
import { apiKeyOf, customerCodeOf } from './hosts.ts';
import { readAnswer, refusalOf } from './refusals.ts';
import { toInvoiceDate, toKilograms } from './wire.ts';

/** Which of the contract's service types an air or a surface parcel travels by. */
export const serviceTypeOf = ({ settings }: CourierAccount, service: 'air' | 'surface'): string =>
  service === 'air'
    ? (settings?.['serviceAir'] ?? 'B2C PRIORITY')
    : (settings?.['serviceSurface'] ?? 'B2C SMART EXPRESS');

/** Numbers travel as text, weights in kilograms, lengths in centimetres, both with their unit beside them. */
export const bookRequest = (account: CourierAccount, booking: BookingRequest): CourierDraft => {
  const isCod = booking.paymentMode === 'COD';
  const { packages } = booking;
  const [parcel] = packages;
  const items = packages.flatMap((one) => one.items);
  const back = booking.returnTo ?? (booking.shipmentType === 'REVERSE' ? booking.drop : booking.pickup);
  const consignment = {
    customer_code: customerCodeOf(account),
    service_type_id: serviceTypeOf(account, booking.service),
    load_type: 'NON-DOCUMENT',
    consignment_type: booking.shipmentType === 'REVERSE' ? 'Reverse' : 'Forward',
    description: items
      .map((item) => `${item.name} x${item.quantity}`)
      .join(', ')
      .slice(0, 200),
    ...sizeOf(parcel),
    dimension_unit: 'cm',
    weight_unit: 'kg',
    weight: toKilograms(packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0)),
    declared_value: String(booking.invoiceValuePaise / 100),
    num_pieces: String(packages.length),
    origin_details: placeOf(booking.pickup),
    destination_details: placeOf(booking.drop),
    return_details: returnPlaceOf(back),
    customer_reference_number: booking.reference,
    cod_collection_mode: isCod ? 'CASH' : '',
    cod_amount: isCod ? String(booking.codAmountPaise / 100) : '',
    commodity_id: account.settings?.['commodityId'] ?? '99',
    is_risk_surcharge_applicable: false,
    invoice_number: booking.invoiceNumber ?? booking.orderReference,
    invoice_date: toInvoiceDate(booking.invoiceDate ?? new Date()),
    reference_number: '',
    ...(booking.eWaybillNumber === undefined ? {} : { eway_bill: booking.eWaybillNumber }),
    ...(packages.length > 1 ? { pieces_detail: packages.map(pieceOf) } : {}),
  };
  return jsonDraft('POST', '/consignment/softdata', { consignments: [consignment] }, { headers: apiKeyOf(account) });
};

const sizeOf = (parcel: ConsignmentPackage | undefined) => ({
  length: String(parcel?.lengthCm ?? 1),
  width: String(parcel?.breadthCm ?? 1),
  height: String(parcel?.heightCm ?? 1),
});

const pieceOf = (parcel: ConsignmentPackage) => ({
  description: parcel.items.map(({ name }) => name).join(', '),
  declared_value: String(
    parcel.items.reduce((sum, { unitPricePaise, quantity }) => sum + unitPricePaise * quantity, 0) / 100,
  ),
  weight: toKilograms(parcel.weightGrams),
  ...sizeOf(parcel),
});

const placeOf = (place: ConsignmentAddress) => ({
  name: place.name,
  phone: tenDigits(place.phone),
  address_line_1: streetOf(place),
  address_line_2: '',
  pincode: place.pincode,
  city: place.city,
  state: place.state,
});

/** The same place under other names of its city and state. */
const returnPlaceOf = (place: ConsignmentAddress) => {
  const { city, state, ...rest } = placeOf(place);
  return { ...rest, city_name: city, state_name: state };
};

const text = z.string().nullish();

const bookAnswer = z.object({
  data: z.array(
    z.object({
      success: z.boolean(),
      reference_number: text,
      message: text,
      reason: text,
      pieces: z.array(z.object({ reference_number: text })).nullish(),
    }),
  ),
});

/** `status: "OK"` says only that the list was read: every consignment has a `success` of its own (facts, trap 1). */
export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const answer = readAnswer(reply, bookAnswer);
  if (answer.kind !== 'done') return answer;
  const [made] = answer.value.data;
  if (made === undefined) return unknown('no consignment in the answer');
  if (!made.success) {
    const message = [made.message, made.reason].filter(Boolean).join(': ') || 'no reason given';
    return refusalOf(message, reply.status, answer.value);
  }
  if (!made.reference_number) return unknown('success without a number');
  const pieces = (made.pieces ?? []).flatMap(({ reference_number: number }) => number ?? []);
  return done(bookingOf(made.reference_number, { packageAwbs: pieces.length > 1 ? pieces : [], raw: answer.value }));
};

export const book = oneExchange<BookingRequest, Booking>({ request: bookRequest, parse: parseBook });
