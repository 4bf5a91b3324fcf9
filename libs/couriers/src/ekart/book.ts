import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest } from '../consignment.ts';
import type { Booking, CourierAccount } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { bookingOf } from '../found.ts';
import { toIndiaTime } from '../india-time.ts';
import { jsonDraft } from '../json-draft.ts';
import { done, type Outcome, type Refused, refused } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { aliasOf, locationOf, parseRegister, phoneNumberOf, registerRequest } from './place.ts';
import { qcDetailsOf } from './qc.ts';
import { readAnswer, refusalOf } from './refusals.ts';

/** Books, and registers the seller's address on the way where Ekart does not know its alias yet. */
export const book: Operation<BookingRequest, Booking> = async (session, booking) => {
  const draft = bookRequest(session.account, booking);
  if ('kind' in draft) return draft;
  const create = async (): Promise<Outcome<Booking>> => {
    const reply = await session.send(draft);
    return reply.kind === 'answered' ? parseBook(reply) : reply;
  };
  const first = await create();
  if (first.kind !== 'refused' || !/RESOURCE_NOT_FOUND/.test(first.message)) return first;
  const registered = await session.send(registerRequest(session.account, sellerOf(booking)));
  const outcome = registered.kind === 'answered' ? parseRegister(registered) : registered;
  if (outcome.kind === 'refused') return outcome;
  if (outcome.kind === 'unknown')
    return refused('UNAVAILABLE', `no answer about the pickup address (${outcome.cause})`);
  return create();
};

const sellerOf = (booking: BookingRequest) => (booking.shipmentType === 'REVERSE' ? booking.drop : booking.pickup);

/** A PUT. The customer sits in `drop_location` also where the parcel is fetched from the customer (facts, trap 5). */
export const bookRequest = (account: CourierAccount, booking: BookingRequest): CourierDraft | Refused => {
  const isReverse = booking.shipmentType === 'REVERSE';
  const customer = isReverse ? booking.pickup : booking.drop;
  const seller = sellerOf(booking);
  const back = isReverse ? seller : (booking.returnTo ?? seller);
  if ([customer, seller, back].some(({ phone }) => phoneNumberOf(phone) === undefined)) {
    return refused('INVALID_REQUEST', 'Ekart takes phone numbers of ten digits');
  }
  const items = booking.packages.flatMap((parcel) => parcel.items);
  const [parcel] = booking.packages;
  const total = booking.invoiceValuePaise / 100;
  const isCod = booking.paymentMode === 'COD';
  return jsonDraft('PUT', '/api/v1/package/create', {
    seller_name: seller.organisation ?? seller.name,
    seller_address: [seller.address, seller.city, seller.state, seller.pincode].join(', '),
    seller_gst_tin: booking.sellerGstin ?? account.settings?.['sellerGstin'] ?? '',
    consignee_gst_amount: 0,
    order_number: booking.reference,
    invoice_number: booking.invoiceNumber ?? booking.orderReference,
    invoice_date: toIndiaTime(booking.invoiceDate ?? new Date()).date,
    consignee_name: customer.name,
    consignee_alternate_phone: tenDigits(customer.phone),
    payment_mode: isReverse ? 'Pickup' : isCod ? 'COD' : 'Prepaid',
    category_of_goods: items[0]?.category ?? 'General',
    products_desc: items
      .map((item) => `${item.name} x${item.quantity}`)
      .join(', ')
      .slice(0, 500),
    hsn_code: items.flatMap((item) => item.hsnCode ?? []).join(','),
    // The tax inside an invoice is not known here: the whole value is declared as taxable.
    total_amount: total,
    tax_value: 0,
    taxable_amount: total,
    commodity_value: String(total),
    cod_amount: isCod ? booking.codAmountPaise / 100 : 0,
    quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    weight: Math.ceil(booking.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0)),
    length: Math.ceil(parcel?.lengthCm ?? 1),
    width: Math.ceil(parcel?.breadthCm ?? 1),
    height: Math.ceil(parcel?.heightCm ?? 1),
    return_reason: isReverse ? (booking.qcItems?.[0]?.returnReason ?? 'Return') : '',
    drop_location: locationOf(customer),
    pickup_location: locationOf(seller, aliasOf(account, seller)),
    return_location: locationOf(back, back === seller ? aliasOf(account, seller) : back.name),
    ...(booking.eWaybillNumber === undefined ? {} : { ewbn: booking.eWaybillNumber }),
    ...(booking.isQcRequired ? { qc_details: qcDetailsOf(booking) } : {}),
  });
};

const bookAnswer = z.object({
  status: z.boolean(),
  remark: z.string().nullish(),
  tracking_id: z.string().nullish(),
  vendor: z.string().nullish(),
  barcodes: z.object({ wbn: z.string().nullish(), order: z.string().nullish() }).nullish(),
});

export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const answer = readAnswer(reply, bookAnswer);
  if (answer.kind !== 'done') return answer;
  const { status, remark, tracking_id: awb, barcodes } = answer.value;
  if (!status) return refusalOf(remark ?? 'no reason given', reply.status, answer.value);
  if (!awb) return { kind: 'unknown', cause: 'success without a tracking id' };
  return done(bookingOf(awb, { courierOrderId: barcodes?.wbn ?? null, raw: answer.value }));
};
