import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, ConsignmentAddress } from '../consignment.ts';
import type { Booking, CourierAccount } from '../courier.ts';
import { type CourierDraft, oneExchange } from '../define-courier.ts';
import { bookingOf } from '../found.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { placeCodeOf, streetOf } from '../place-code.ts';
import { readAnswer } from './refusals.ts';

/** Which of the account's products a parcel travels by; the portal's list names 1 surface, 6 air and 8 reverse. */
export const courierIdOf = (account: CourierAccount, { service, shipmentType }: BookingRequest): string => {
  if (shipmentType === 'REVERSE') return account.settings?.['courierReverse'] ?? '8';
  return service === 'air' ? (account.settings?.['courierAir'] ?? '6') : (account.settings?.['courierSurface'] ?? '1');
};

export const bookRequest = (account: CourierAccount, booking: BookingRequest): CourierDraft => {
  const isReverse = booking.shipmentType === 'REVERSE';
  const isCod = booking.paymentMode === 'COD';
  const [parcel] = booking.packages;
  const items = booking.packages.flatMap((one) => one.items);
  // The customer is the consignee also where the parcel is fetched from the customer.
  const [customer, seller] = isReverse ? [booking.pickup, booking.drop] : [booking.drop, booking.pickup];
  const common = {
    // Declared unique: the courier refuses the number a second time, and nothing else keeps it from a second label.
    unique_order_number: 'yes',
    payment_type: isReverse ? 'reverse' : isCod ? 'cod' : 'prepaid',
    package_weight: booking.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
    package_length: parcel?.lengthCm,
    package_breadth: parcel?.breadthCm,
    package_height: parcel?.heightCm,
    // The manifest call is what fetches the parcel, so that a pickup that fails is no booking that fails.
    request_auto_pickup: 'no',
    consignee: placeOf(customer),
    pickup: { warehouse_name: placeCodeOf(seller), ...placeOf(seller) },
    courier_id: courierIdOf(account, booking),
  };
  if (isReverse) {
    return jsonDraft('POST', '/reverseshipments', {
      ...common,
      order_id: booking.reference,
      categories: items[0]?.category ?? 'General',
      product_name: items.map(({ name }) => name).join(', '),
      product_qty: String(items.reduce((sum, { quantity }) => sum + quantity, 0)),
      product_amount: String(booking.invoiceValuePaise / 100),
      qccheck: '0',
    });
  }
  return jsonDraft('POST', '/shipments2', {
    ...common,
    order_number: booking.reference,
    order_amount: booking.invoiceValuePaise / 100,
    collectable_amount: isCod ? booking.codAmountPaise / 100 : 0,
    order_items: items.map((item) => ({
      name: item.name,
      qty: item.quantity,
      price: item.unitPricePaise / 100,
      sku: item.sku ?? '',
    })),
  });
};

const placeOf = (place: ConsignmentAddress) => ({
  name: place.name,
  address: streetOf(place),
  address_2: '',
  city: place.city,
  state: place.state,
  pincode: place.pincode,
  phone: tenDigits(place.phone),
});

const text = z.union([z.string(), z.number()]).transform(String);

const bookAnswer = z.object({
  status: z.literal(true),
  data: z.object({
    awb_number: text.refine((awb) => awb !== ''),
    shipment_id: text.nullish(),
    label: z.string().nullish(),
  }),
});

export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const answer = readAnswer(reply, bookAnswer);
  if (answer.kind !== 'done') return answer;
  const { awb_number: awb, shipment_id: courierOrderId } = answer.value.data;
  return done(bookingOf(awb, { courierOrderId: courierOrderId ?? null, raw: answer.value }));
};

export const book = oneExchange<BookingRequest, Booking>({ request: bookRequest, parse: parseBook });
