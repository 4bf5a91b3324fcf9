import { isPickedUp, type SandboxPlace, statusOf } from '../consignment.ts';
import { sandboxCredentials } from '../credentials.ts';
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
import { labelPdf } from '../label-pdf.ts';
import { pincodeNote } from '../lanes.ts';

type Fields = Record<string, unknown>;

/** POST /consignment/softdata: each consignment of the list succeeds or fails for itself, under `status: "OK"`. */
export const softdata = (request: WireRequest, world: World): WireAnswer => {
  const asked = firstOf(readObject(request.body)?.['consignments']);
  if (asked === undefined) return json({ error: { message: 'consignments is required' } }, 400);
  const reference = textOf(asked['customer_reference_number']);
  const [origin, destination] = [partOf(asked, 'origin_details'), partOf(asked, 'destination_details')];
  const message =
    origin === undefined || destination === undefined
      ? 'origin_details and destination_details are required'
      : faultOf(asked, origin, destination);
  if (message !== undefined || origin === undefined || destination === undefined) {
    return json({ status: 'OK', data: [{ success: false, customer_reference_number: reference, message }] });
  }
  const awb = `D${world.nextNumber(8)}`;
  const isCod = textOf(asked['cod_collection_mode']) !== '';
  world.book({
    awb,
    service: /PRIORITY|PREMIUM/.test(textOf(asked['service_type_id'])) ? 'air' : 'surface',
    reference: textOf(asked['invoice_number']) || reference,
    bookingReference: reference,
    paymentMode: isCod ? 'COD' : 'PREPAID',
    codAmount: isCod ? Number(asked['cod_amount']) : 0,
    weightGrams: Math.round(Number(asked['weight']) * 1000),
    isReverse: asked['consignment_type'] === 'Reverse',
    pickup: placeOf(origin),
    drop: placeOf(destination),
    qc: null,
  });
  const pieces = Array.from({ length: Number(asked['num_pieces']) }, (_, at) => ({
    reference_number: `${awb}${String(at + 1).padStart(3, '0')}`,
    product_code: '',
  }));
  return json({
    status: 'OK',
    data: [
      {
        success: true,
        reference_number: awb,
        courier_partner: null,
        chargeable_weight: Number(asked['weight']),
        customer_reference_number: reference,
        pieces,
        barCodeData: '',
      },
    ],
  });
};

const faultOf = (asked: Fields, origin: Fields, destination: Fields): string | undefined => {
  const field = (name: string): string => textOf(asked[name]);
  if (field('customer_code') !== sandboxCredentials.dtdc.customerCode) return 'Invalid customer_code';
  for (const name of ['service_type_id', 'customer_reference_number', 'commodity_id', 'declared_value', 'num_pieces']) {
    if (field(name) === '') return `${name} is required`;
  }
  if (field('weight_unit').toLowerCase() !== 'kg') return 'We accept only KG';
  if (field('dimension_unit').toLowerCase() !== 'cm') return 'We accept only CM';
  if (!(Number(field('weight')) > 0 && Number(field('weight')) < 1000)) return 'weight is invalid, kilograms expected';
  const mode = field('cod_collection_mode').toLowerCase();
  if (mode !== '' && (mode !== 'cash' || !(Number(field('cod_amount')) > 0))) return 'Invalid cod details';
  if (Number(field('num_pieces')) > 1 && firstOf(asked['pieces_detail']) === undefined) {
    return 'pieces_detail is mandatory for multi piece';
  }
  for (const place of [origin, destination]) {
    if (!/^\d{10}$/.test(textOf(place['phone']))) return 'Invalid phone';
    const note = pincodeNote(textOf(place['pincode']));
    if (note === 'unknown' || note === 'embargo') return 'Pincode is not serviceable';
    if (note === 'noCod' && mode !== '') return 'COD is not serviceable at the pincode';
  }
  return undefined;
};

const placeOf = (place: Fields): SandboxPlace => ({
  name: textOf(place['name']),
  phone: textOf(place['phone']),
  address: textOf(place['address_line_1']),
  city: textOf(place['city']),
  state: textOf(place['state']),
  pincode: textOf(place['pincode']),
});

/** POST /consignment/cancel {AWBNo: [], customerCode}. */
export const cancel = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const numbers = body?.['AWBNo'];
  const awb = Array.isArray(numbers) ? textOf(numbers[0]) : '';
  const consignment = world.store.find('dtdc', awb);
  const fail = (message: string) =>
    json({
      status: 'OK',
      success: false,
      successConsignments: [],
      failures: [{ success: false, reference_number: awb, message }],
    });
  if (textOf(body?.['customerCode']) !== sandboxCredentials.dtdc.customerCode) return fail('Invalid customerCode');
  if (consignment === undefined) return fail('Consignment not found');
  if (consignment.cancelled) return fail('Consignment is already cancelled');
  if (isPickedUp(consignment)) return fail('Consignment cannot be cancelled after pickup');
  world.scan(consignment, { status: 'CANCELLED', isBySeller: true });
  return json({
    status: 'OK',
    success: true,
    successConsignments: [{ success: true, reference_number: awb }],
  });
};

/** GET /consignment/shippinglabel/stream?reference_number&label_code&label_format. */
export const label = (request: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('dtdc', request.query.get('reference_number') ?? '');
  if (consignment === undefined) return json({ error: { message: 'Consignment not found' } }, 404);
  if (request.query.get('label_code') !== 'SHIP_LABEL_4X6')
    return json({ error: { message: 'Invalid label_code' } }, 400);
  const { awb, bookingReference, drop } = consignment;
  const pdf = labelPdf(['DTDC (sandbox)', awb, bookingReference, drop.name, `${drop.city} ${drop.pincode}`]);
  return { status: 200, body: pdf.toString('latin1'), contentType: 'application/pdf' };
};

/** POST /ctbs-sraa-api/sraa/validateAndSave: a return of a COD parcel waits for approval. */
export const saveInstruction = (request: WireRequest, world: World): WireAnswer => {
  const asked = firstOf(readObject(`{"list":${request.body || 'null'}}`)?.['list']);
  const awb = textOf(asked?.['consgNumber']);
  const consignment = world.store.find('dtdc', awb);
  const lists = { success: [], failed: [], pendingApproval: [] };
  const fail = (message: string) => json({ ...lists, failed: [{ consgNumber: awb, message }] });
  if (asked === undefined || consignment === undefined) return fail('Consignment not found');
  if (statusOf(consignment) !== 'DELIVERY_FAILED') return fail('Action is not allowed in the present status');
  const remarks = textOf(asked['remarks']);
  if (asked['rtoAction'] === '1') {
    world.recordNdr(consignment, /New address|Phone/.test(remarks) ? 'CHANGE_ADDRESS' : 'REATTEMPT', { remarks });
    return json({ ...lists, success: [{ consgNumber: awb }] });
  }
  if (asked['rtoAction'] !== '2') return fail('rtoAction is invalid');
  world.recordNdr(consignment, 'RTO', { remarks });
  if (consignment.paymentMode === 'COD') return json({ ...lists, pendingApproval: [{ consgNumber: awb }] });
  world.scan(consignment, { status: 'RTO_INITIATED', isBySeller: true });
  return json({ ...lists, success: [{ consgNumber: awb }] });
};
