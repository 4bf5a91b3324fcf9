import { createHash } from 'node:crypto';
import type { SandboxPlace } from '../consignment.ts';
import { isObject, json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';

/** POST /api/cmu/create.json: urlencoded `format=json&data=<json>`; whatever goes wrong is HTTP 200 with `success: false`. */
export const create = (request: WireRequest, world: World): WireAnswer => {
  const form = new URLSearchParams(request.body);
  if (form.get('format') !== 'json') return failed('format key missing in the post');
  const text = form.get('data') ?? '';
  // "The raw JSON body does not accept special characters": the parser behind the API trips over them.
  const bad = /[&#%;\\]/.exec(text);
  if (bad !== null) return failed(`Unterminated string starting at: line 1 column ${bad.index} (char ${bad.index})`);
  const data = readObject(text);
  const shipments = data?.['shipments'];
  const location = data?.['pickup_location'];
  if (!Array.isArray(shipments) || !isObject(shipments[0])) return failed('shipment list contains no data');
  const warehouse = isObject(location) ? textOf(location['name']) : '';
  if (world.store.note('delhivery', `warehouse/${warehouse}`) === undefined) {
    return failed('ClientWarehouse matching query does not exist.');
  }
  return manifest(shipments[0], world, warehouse);
};

const manifest = (shipment: Record<string, unknown>, world: World, warehouse: string): WireAnswer => {
  const field = (name: string): string => textOf(shipment[name]);
  const order = field('order');
  const refuse = (remark: string) => failedPackage(order, remark);
  for (const name of ['name', 'order', 'phone', 'add', 'pin', 'payment_mode']) {
    if (field(name) === '') return refuse(`${name} is missing`);
  }
  if (order.length > 50) return refuse('oid does not pass the validator <lambda>.check if there any extra character');
  if (!/^(?:\+?91-?|0)?\d{10}$/.test(field('phone'))) return refuse(`Incorrect phone number(s) for order ${order}`);
  const mode = field('payment_mode');
  if (!['COD', 'Prepaid', 'Pickup', 'REPL'].includes(mode)) return refuse('payment_mode is invalid');
  if (mode === 'COD' && !(Number(field('cod_amount')) > 0)) return refuse('cod_amount is mandatory for COD');
  const note = pincodeNote(field('pin'));
  if (note === 'unknown' || note === 'embargo') return refuse(crash(`${field('pin')} is non serviceable pincode`));
  if (note === 'noCod' && mode === 'COD') return refuse(crash('Package type COD not serviceable'));
  if (!(Number.parseFloat(field('weight') || '0') >= 0)) return refuse('weight is invalid');

  // An order is a duplicate when all six of these are the same: client, order, amount, products, mode and name.
  const identity = ['order', 'total_amount', 'products_desc', 'payment_mode', 'name'].map(field).join('\n');
  const duplicate = `order/${createHash('sha256').update(identity).digest('base64url')}`;
  if (world.store.note('delhivery', duplicate) !== undefined) return refuse('Duplicate order id');

  const waybill = `1316${world.nextNumber(10)}`;
  world.store.keepNote('delhivery', duplicate, waybill);
  const isReverse = mode === 'Pickup';
  const customer = placeOf(shipment, '');
  const kept = world.store.note('delhivery', `warehouse/${warehouse}`);
  const origin = isObject(kept) ? warehousePlace(kept) : customer;
  const back = field('return_add') === '' ? origin : placeOf(shipment, 'return_');
  world.book({
    awb: waybill,
    service: field('shipping_mode') === 'Express' ? 'air' : 'surface',
    reference: field('seller_inv') || order,
    bookingReference: order,
    paymentMode: mode === 'COD' ? 'COD' : 'PREPAID',
    codAmount: mode === 'COD' ? Number(field('cod_amount')) : 0,
    weightGrams: Math.round(Number.parseFloat(field('weight') || '0')),
    isReverse,
    pickup: isReverse ? customer : origin,
    drop: isReverse ? back : customer,
    qc: qcOf(shipment),
  });
  return json({
    success: true,
    upload_wbn: `UPL${waybill}`,
    package_count: 1,
    packages: [
      {
        status: 'Success',
        client: 'SANDBOX SURFACE',
        waybill,
        refnum: order,
        sort_code: `SBX/${field('pin').slice(0, 3)}`,
        payment: mode,
        cod_amount: mode === 'COD' ? Number(field('cod_amount')) : 0,
        remarks: [''],
        serviceable: true,
      },
    ],
    rmk: '',
  });
};

/** "A maximum of 2 items, 6 questions per item. If exceeded, the shipment will be marked as a non-QC shipment." */
const qcOf = (shipment: Record<string, unknown>) => {
  const items = shipment['custom_qc'];
  if (shipment['qc_type'] !== 'param' || !Array.isArray(items) || items.length === 0 || items.length > 2) return null;
  const tooMany = items.some(
    (item) => isObject(item) && Array.isArray(item['questions']) && item['questions'].length > 6,
  );
  return tooMany ? null : { items, result: null };
};

const placeOf = (shipment: Record<string, unknown>, prefix: '' | 'return_'): SandboxPlace => {
  const field = (name: string): string => textOf(shipment[`${prefix}${name}`]);
  return {
    name: field('name'),
    phone: field('phone'),
    address: field('add'),
    city: field('city'),
    state: field('state'),
    pincode: field('pin'),
  };
};

const warehousePlace = (warehouse: Record<string, unknown>): SandboxPlace => ({
  name: textOf(warehouse['name']),
  phone: textOf(warehouse['phone']),
  address: textOf(warehouse['address']),
  city: textOf(warehouse['city']),
  state: textOf(warehouse['return_state']),
  pincode: textOf(warehouse['pin']),
});

const crash = (exception: string): string =>
  `Crashing while saving package due to exception '${exception}'. Package might have been partially saved.`;

const failed = (rmk: string): WireAnswer =>
  json({ success: false, error: true, packages: [], package_count: 0, upload_wbn: null, rmk });

export const failedPackage = (refnum: string, remark: string): WireAnswer =>
  json({
    success: false,
    error: true,
    package_count: 1,
    packages: [
      { status: 'Fail', client: 'SANDBOX SURFACE', waybill: '', refnum, remarks: [remark], serviceable: false },
    ],
    rmk: 'An internal Error has occurred, Please get in touch with client.support@delhivery.com',
  });

/** The order of a create call, for a refusal that names it. */
export const orderOf = (request: WireRequest): string => {
  const shipments = readObject(new URLSearchParams(request.body).get('data') ?? '')?.['shipments'];
  return Array.isArray(shipments) && isObject(shipments[0]) ? textOf(shipments[0]['order']) : '';
};
