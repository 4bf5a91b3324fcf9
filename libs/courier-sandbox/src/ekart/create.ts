import type { SandboxPlace } from '../consignment.ts';
import { json, partOf, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';
import { invalid, missing } from './answers.ts';

type Fields = Record<string, unknown>;

/** PUT /api/v1/package/create. A second shipment of one order number is made: nothing says that it would not be. */
export const create = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const [drop, pickup] = [partOf(body, 'drop_location'), partOf(body, 'pickup_location')];
  if (body === undefined || drop === undefined || pickup === undefined) return invalid('locations are required');
  const fault = faultOf(body, drop, pickup);
  if (fault !== undefined) return fault;
  if (world.store.note('ekart', `address/${textOf(pickup['name'])}`) === undefined) {
    return missing(`No address with alias ${textOf(pickup['name'])}`);
  }
  const mode = textOf(body['payment_mode']);
  const isReverse = mode === 'Pickup';
  const order = textOf(body['order_number']);
  const [customer, seller] = [placeOf(drop), placeOf(pickup)];
  const number = world.nextNumber(10);
  // Like 500999A3408005: six digits, a letter, seven digits.
  const awb = `500${number.slice(0, 3)}A${number.slice(3)}`;
  const qc = partOf(body, 'qc_details');
  world.book({
    awb,
    service: 'surface',
    reference: textOf(body['invoice_number']) || order,
    bookingReference: order,
    paymentMode: mode === 'COD' ? 'COD' : 'PREPAID',
    codAmount: mode === 'COD' ? Number(body['cod_amount']) : 0,
    weightGrams: Number(body['weight']),
    isReverse,
    // "Semantically opposite": the customer of a reverse shipment stands in drop_location.
    pickup: isReverse ? customer : seller,
    drop: isReverse ? seller : customer,
    qc: qc?.['qc_shipment'] === true ? { items: [qc], result: null } : null,
  });
  return json({
    status: true,
    remark: 'Successfully created shipment',
    tracking_id: awb,
    vendor: 'EKART',
    barcodes: { wbn: `SBXC${number}`, order },
  });
};

const faultOf = (body: Fields, drop: Fields, pickup: Fields): WireAnswer | undefined => {
  for (const name of ['seller_name', 'order_number', 'invoice_number', 'consignee_name', 'products_desc']) {
    if (textOf(body[name]) === '') return invalid(`${name} cannot be null or empty`);
  }
  for (const place of [drop, pickup]) {
    const { phone, pin } = place;
    // Both are integers in the document; text is not taken.
    if (typeof phone !== 'number' || phone < 1_000_000_000 || phone > 9_999_999_999) return invalid('phone is invalid');
    if (typeof pin !== 'number' || !Number.isInteger(pin)) return invalid('pin is invalid');
    const note = pincodeNote(String(pin));
    if (note === 'unknown' || note === 'embargo') return invalid(`pincode ${pin} is not serviceable`);
  }
  const mode = textOf(body['payment_mode']);
  if (!['COD', 'Prepaid', 'Pickup'].includes(mode)) return invalid('payment_mode is invalid');
  const cod = Number(body['cod_amount']);
  if (!(cod >= 0 && cod <= 49_999) || (mode === 'COD' && cod === 0)) return invalid('cod_amount is invalid');
  if (mode === 'COD' && pincodeNote(String(drop['pin'])) === 'noCod') return invalid('COD is not serviceable');
  if (mode === 'Pickup' && textOf(body['return_reason']) === '') return invalid('return_reason is required');
  if (!(Number(body['taxable_amount']) >= 1)) return invalid('taxable_amount should be at least 1');
  for (const name of ['weight', 'length', 'width', 'height', 'quantity']) {
    if (!Number.isInteger(body[name]) || Number(body[name]) < 1) return invalid(`${name} should be a whole number`);
  }
  return undefined;
};

const placeOf = (location: Fields): SandboxPlace => ({
  name: textOf(location['name']),
  phone: textOf(location['phone']),
  address: textOf(location['address']),
  city: textOf(location['city']),
  state: textOf(location['state']),
  pincode: textOf(location['pin']),
});

/** POST /api/v2/address. */
export const registerAddress = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const alias = textOf(body?.['alias']);
  if (body === undefined || alias === '' || textOf(body['address_line1']) === '') {
    return invalid('alias, phone, address_line1 and pincode are required');
  }
  if (pincodeNote(textOf(body['pincode'])) === 'unknown') return invalid('pincode is not serviceable');
  if (world.store.note('ekart', `address/${alias}`) !== undefined) {
    return json({ status: false, alias, remark: 'Address with the alias already exists' });
  }
  world.store.keepNote('ekart', `address/${alias}`, body);
  return json({ status: true, alias, remark: 'Address added' });
};
