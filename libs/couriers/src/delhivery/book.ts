import { z } from 'zod';
import type { CourierReply } from '../call-courier.ts';
import type { BookingRequest, QcItem } from '../consignment.ts';
import type { Booking, CourierAccount } from '../courier.ts';
import type { CourierDraft, Operation } from '../define-courier.ts';
import { done, type Outcome, refused } from '../outcome.ts';
import { tenDigits } from '../phone.ts';
import { readJson } from '../reply.ts';
import { find } from './find.ts';
import { refusalOf } from './refusals.ts';
import { isPlain, plain } from './text.ts';
import { parseRegister, registerRequest, warehouseNameOf } from './warehouse.ts';

/**
 * Books, and registers the warehouse on the way where Delhivery does not know it yet. A refusal that says "might have been
 * partially saved" is not believed: the reference is looked up before it counts as refused.
 */
export const book: Operation<BookingRequest, Booking> = async (session, booking) => {
  const create = async (): Promise<Outcome<Booking>> => {
    const reply = await session.send(bookRequest(session.account, booking));
    return reply.kind === 'answered' ? parseBook(reply) : reply;
  };
  const first = await create();
  if (first.kind !== 'refused') return first;
  if (/ClientWarehouse matching query/i.test(first.message)) {
    const registered = await session.send(registerRequest(session.account, warehousePlace(booking)));
    const outcome = registered.kind === 'answered' ? parseRegister(registered) : registered;
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'unknown') return refused('UNAVAILABLE', `no answer about the warehouse (${outcome.cause})`);
    return create();
  }
  if (!/might (be|have been)( partially)? saved/i.test(first.message)) return first;
  const found = await find(session, { reference: booking.reference });
  if (found.kind !== 'done') return { kind: 'unknown', cause: 'refused, but perhaps saved, and the look-up failed' };
  return found.value === null || found.value.isCancelled ? first : done(found.value);
};

/** A reverse shipment is brought to the merchant's warehouse; every other one starts there. */
const warehousePlace = (booking: BookingRequest) =>
  booking.shipmentType === 'REVERSE' ? booking.drop : booking.pickup;

export const bookRequest = (account: CourierAccount, booking: BookingRequest): CourierDraft => {
  const data = {
    shipments: [shipmentOf(booking)],
    pickup_location: { name: warehouseNameOf(account, warehousePlace(booking)) },
  };
  return {
    method: 'POST',
    path: '/api/cmu/create.json',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    isRead: false,
    body: new URLSearchParams({ format: 'json', data: JSON.stringify(data) }).toString(),
  };
};

const paymentModeOf = ({ shipmentType, paymentMode }: BookingRequest): string => {
  if (shipmentType === 'REVERSE') return 'Pickup';
  if (shipmentType === 'EXCHANGE') return 'REPL';
  return paymentMode === 'COD' ? 'COD' : 'Prepaid';
};

const shipmentOf = (booking: BookingRequest) => {
  const isReverse = booking.shipmentType === 'REVERSE';
  // The customer is always in the consignee's fields, also where the parcel is fetched from the customer (facts, trap 5).
  const customer = isReverse ? booking.pickup : booking.drop;
  const back = isReverse ? booking.drop : (booking.returnTo ?? booking.pickup);
  const items = booking.packages.flatMap((parcel) => parcel.items);
  const [parcel] = booking.packages;
  return {
    order: booking.reference,
    name: plain(customer.name),
    phone: tenDigits(customer.phone),
    add: plain([customer.address, customer.landmark].filter(Boolean).join(', ')),
    pin: customer.pincode,
    city: plain(customer.city),
    state: plain(customer.state),
    country: 'India',
    ...(customer.addressType === undefined
      ? {}
      : { address_type: customer.addressType === 'COMMERCIAL' ? 'office' : 'home' }),
    payment_mode: paymentModeOf(booking),
    cod_amount: booking.paymentMode === 'COD' ? booking.codAmountPaise / 100 : 0,
    total_amount: booking.invoiceValuePaise / 100,
    weight: booking.packages.reduce((sum, { weightGrams }) => sum + weightGrams, 0),
    shipment_length: parcel?.lengthCm,
    shipment_width: parcel?.breadthCm,
    shipment_height: parcel?.heightCm,
    shipping_mode: booking.service === 'air' ? 'Express' : 'Surface',
    products_desc: plain(items.map((item) => `${item.name} x${item.quantity}`).join(', ')).slice(0, 500),
    hsn_code: items.flatMap((item) => item.hsnCode ?? []).join(','),
    quantity: String(items.reduce((sum, item) => sum + item.quantity, 0)),
    // The merchant's own reference is printed on the slip and means nothing to Delhivery; `order` is ours.
    seller_inv: plain(booking.orderReference),
    seller_name: plain(back.organisation ?? back.name),
    seller_add: plain(back.address),
    ...(booking.sellerGstin === undefined ? {} : { seller_gst_tin: booking.sellerGstin }),
    ...(booking.eWaybillNumber === undefined ? {} : { ewbn: booking.eWaybillNumber }),
    return_name: plain(back.name),
    return_phone: tenDigits(back.phone),
    return_add: plain(back.address),
    return_pin: back.pincode,
    return_city: plain(back.city),
    return_state: plain(back.state),
    return_country: 'India',
    fragile_shipment: booking.isFragile ?? false,
    dangerous_good: booking.isDangerous ?? false,
    ...(booking.isQcRequired ? { qc_type: 'param', custom_qc: (booking.qcItems ?? []).map(qcOf) } : {}),
  };
};

const qcOf = (item: QcItem) => ({
  item: plain(item.name),
  description: plain([item.name, item.color, item.size].filter(Boolean).join(' ')),
  images: item.imageUrls.filter(isPlain),
  return_reason: plain(item.returnReason ?? ''),
  quantity: item.quantity,
  brand: plain(item.brand ?? ''),
  product_category: plain(item.category ?? ''),
  questions: (item.questions ?? []).map((question) => ({
    questions_id: question.id,
    options: question.options.map(plain),
    value: question.expected.map(plain),
    required: question.isRequired,
    type: question.type === 'choice' ? 'multi' : 'varchar',
    ques_images: [],
  })),
});

const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join('; '))]);

const bookAnswer = z.object({
  success: z.boolean().optional(),
  rmk: text.optional(),
  packages: z
    .array(
      z.object({
        waybill: z.string().optional(),
        status: z.string().optional(),
        remarks: text.optional(),
        sort_code: z.string().nullish(),
        refnum: z.string().nullish(),
      }),
    )
    .default([]),
});

/** Failure comes as HTTP 200 with `success: false`; the reason sits in the package's remarks or in `rmk`. */
export const parseBook = (reply: CourierReply): Outcome<Booking> => {
  const answer = readJson(reply, bookAnswer);
  if (answer.kind !== 'done') return answer;
  const [parcel] = answer.value.packages;
  if (parcel?.status === 'Success' && parcel.waybill) {
    return done({
      awb: parcel.waybill,
      packageAwbs: [],
      courierOrderId: null,
      sortCode: parcel.sort_code ?? null,
      label: null,
      expectedDeliveryDate: null,
      raw: answer.value,
    });
  }
  if (answer.value.success === true) return { kind: 'unknown', cause: 'success without a waybill' };
  return refusalOf(parcel?.remarks || answer.value.rmk || 'no reason given', reply.status, answer.value);
};
