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
import { failure } from './login.ts';

type Fields = Record<string, unknown>;

/** POST /shipments2: an order number that is declared unique is taken once. */
export const create = (request: WireRequest, world: World): WireAnswer => make(request, world, 'order_number');

/** POST /reverseshipments: the customer stands in `consignee`, the warehouse in `pickup`. */
export const createReverse = (request: WireRequest, world: World): WireAnswer => make(request, world, 'order_id');

const make = (request: WireRequest, world: World, orderField: 'order_number' | 'order_id'): WireAnswer => {
  const body = readObject(request.body) ?? {};
  const isReverse = orderField === 'order_id';
  const [consignee, pickup] = [partOf(body, 'consignee'), partOf(body, 'pickup')];
  if (consignee === undefined || pickup === undefined) return failure('Consignee and pickup are required');
  const order = textOf(body[orderField]);
  const fault = faultOf(body, order, consignee, pickup, isReverse);
  if (fault !== undefined) return failure(fault);
  const isTaken = world.store.note('xpressbees', `order/${order}`) !== undefined;
  if (isTaken && body['unique_order_number'] === 'yes') return failure('Order number already exists');
  const awb = `1434${world.nextNumber(10)}`;
  world.store.keepNote('xpressbees', `order/${order}`, awb);
  const isCod = body['payment_type'] === 'cod';
  const [customer, seller] = [placeOf(consignee), placeOf(pickup)];
  const courierId = textOf(body['courier_id']);
  world.book({
    awb,
    service: courierId === '6' ? 'air' : 'surface',
    reference: order,
    bookingReference: order,
    paymentMode: isCod ? 'COD' : 'PREPAID',
    codAmount: isCod ? Number(body['collectable_amount']) : 0,
    weightGrams: Number(body['package_weight']),
    isReverse,
    pickup: isReverse ? customer : seller,
    drop: isReverse ? seller : customer,
    qc: null,
  });
  return json({
    status: true,
    data: {
      order_id: Number(world.nextNumber(7)),
      shipment_id: Number(world.nextNumber(7)),
      awb_number: awb,
      courier_id: courierId,
      courier_name: courierId === '6' ? 'Air Xpressbees 0.5 K.G' : 'Surface Xpressbees 0.5 K.G',
      status: 'booked',
      label: `https://sandbox.invalid/labels/${awb}.pdf`,
      manifest: '',
    },
  });
};

const faultOf = (
  body: Fields,
  order: string,
  consignee: Fields,
  pickup: Fields,
  isReverse: boolean,
): string | undefined => {
  if (order === '') return 'The order number field is required';
  if (textOf(pickup['warehouse_name']) === '') return 'The warehouse name field is required';
  const mode = textOf(body['payment_type']);
  if (!isReverse && !['cod', 'prepaid'].includes(mode)) return 'The payment type is invalid';
  if (mode === 'cod' && !(Number(body['collectable_amount']) > 0)) return 'The collectable amount is required';
  if (!(Number(body['package_weight']) > 0)) return 'The package weight must be in grams';
  if (!isReverse && firstOf(body['order_items']) === undefined) return 'The order items field is required';
  for (const place of [consignee, pickup]) {
    if (!/^\d{10}$/.test(textOf(place['phone']))) return 'The phone must be 10 digits';
    const note = pincodeNote(textOf(place['pincode']));
    if (note === 'unknown' || note === 'embargo') return 'Pincode is not serviceable';
  }
  const isNoCod = pincodeNote(textOf(consignee['pincode'])) === 'noCod';
  return mode === 'cod' && isNoCod ? 'COD is not serviceable at the pincode' : undefined;
};

const placeOf = (place: Fields): SandboxPlace => ({
  name: textOf(place['name']),
  phone: textOf(place['phone']),
  address: textOf(place['address']),
  city: textOf(place['city']),
  state: textOf(place['state']),
  pincode: textOf(place['pincode']),
});

/** POST /courier/serviceability: the products that take the parcel, with their prices. */
export const serviceability = (request: WireRequest): WireAnswer => {
  const body = readObject(request.body);
  const [from, to] = [pincodeNote(textOf(body?.['origin'])), pincodeNote(textOf(body?.['destination']))];
  const closed = ['unknown', 'embargo'];
  const isCod = body?.['payment_type'] === 'cod';
  if (closed.includes(from) || closed.includes(to) || from === 'noPickup' || (isCod && to === 'noCod')) {
    return failure('Pincode is not serviceable');
  }
  const product = (id: number, name: string, freight: number) => ({
    id,
    name,
    freight_charges: freight,
    cod_charges: isCod ? 30 : 0,
    total_charges: freight + (isCod ? 30 : 0),
    min_weight: 500,
    chargeable_weight: 500,
  });
  return json({
    status: true,
    data: [product(1, 'Surface Xpressbees 0.5 K.G', 45), product(6, 'Air Xpressbees 0.5 K.G', 58)],
  });
};
