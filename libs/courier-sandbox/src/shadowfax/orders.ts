import type { SandboxPlace } from '../consignment.ts';
import {
  firstOf,
  json,
  partOf,
  readObject,
  textOf,
  type WireAnswer,
  type WireRequest,
  type World,
} from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';

type Fields = Record<string, unknown>;

/** Failure comes under HTTP 200; `errors` is a text, a list or an object, as it happens. */
export const failure = (errors: unknown): WireAnswer => json({ message: 'Failure', errors, data: null });

/** POST /v3/clients/orders/generate_awb/ {count}. */
export const generateAwb = (request: WireRequest, world: World): WireAnswer => {
  const count = Number(readObject(request.body)?.['count']);
  if (!(count >= 1 && count <= 100)) return failure({ count: ['A valid integer is required.'] });
  const numbers = Array.from({ length: count }, () => numberOf(world));
  return json({ message: 'Success', awb_numbers: numbers });
};

/** `SF`, eight digits and three letters. */
const numberOf = (world: World): string => {
  const digits = world.nextNumber(8);
  const letters = [0, 3, 5].map((at) => String.fromCharCode(65 + (Number(digits.slice(at, at + 2)) % 26))).join('');
  return `SF${digits}${letters}`;
};

/** POST /v3/clients/orders/. */
export const create = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const [order, customer, pickup] = ['order_details', 'customer_details', 'pickup_details'].map((name) =>
    partOf(body, name),
  );
  if (order === undefined || customer === undefined || pickup === undefined) {
    return failure(['order_details, customer_details and pickup_details are required']);
  }
  const errors = errorsOf(body ?? {}, order, customer, pickup);
  if (errors !== undefined) return failure(errors);
  const awb = textOf(order['awb_number']) || numberOf(world);
  if (world.store.find('shadowfax', awb) !== undefined) return failure(`Order with AWB ${awb} already exists`);
  const reference = textOf(order['client_order_id']);
  const isCod = order['payment_mode'] === 'COD';
  const product = firstOf(body?.['product_details']);
  world.book({
    awb,
    service: 'surface',
    reference: textOf(product?.['invoice_no']) || reference,
    bookingReference: reference,
    paymentMode: isCod ? 'COD' : 'PREPAID',
    codAmount: isCod ? Number(order['cod_amount']) : 0,
    weightGrams: Number(order['actual_weight']),
    isReverse: false,
    pickup: placeOf(pickup),
    drop: placeOf(customer),
    qc: null,
  });
  return json({
    message: 'Success',
    errors: null,
    data: { id: Number(world.nextNumber(7)), awb_number: awb, client_order_id: reference, status: 'new' },
  });
};

const errorsOf = (body: Fields, order: Fields, customer: Fields, pickup: Fields): unknown => {
  if (!['marketplace', 'warehouse'].includes(textOf(body['order_type'])))
    return { order_type: ['Not a valid choice.'] };
  if (body['order_type'] === 'marketplace' && partOf(body, 'rts_details') === undefined) {
    return { rts_details: ['This field is required.'] };
  }
  if (textOf(order['client_order_id']) === '') return { client_order_id: ['This field may not be blank.'] };
  if (!['COD', 'Prepaid'].includes(textOf(order['payment_mode']))) return { payment_mode: ['Not a valid choice.'] };
  if (order['payment_mode'] === 'COD' && !(Number(order['cod_amount']) > 0))
    return { cod_amount: ['Must be positive.'] };
  if (!(Number(order['actual_weight']) > 0)) return { actual_weight: ['A valid number is required.'] };
  for (const [name, place] of Object.entries({ customer_details: customer, pickup_details: pickup })) {
    if (typeof place['pincode'] !== 'number') return { [name]: { pincode: ['A valid integer is required.'] } };
    if (!/^\d{10}$/.test(textOf(place['contact']))) return { [name]: { contact: ['Enter a valid number.'] } };
    const note = pincodeNote(String(place['pincode']));
    if (note === 'unknown' || note === 'embargo') return `Pincode ${place['pincode']} is not serviceable`;
    if (note === 'noCod' && order['payment_mode'] === 'COD') return ['COD is not serviceable at the pincode'];
  }
  return undefined;
};

const placeOf = (place: Fields): SandboxPlace => ({
  name: textOf(place['name']),
  phone: textOf(place['contact']),
  address: textOf(place['address_line_1']),
  city: textOf(place['city']),
  state: textOf(place['state']),
  pincode: textOf(place['pincode']),
});
