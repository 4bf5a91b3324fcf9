import { json, readObject, textOf, type WireAnswer, type WireRequest } from '../dialect.ts';
import { pincodeNote, transitDays } from '../lanes.ts';
import { invalid } from './answers.ts';

/** GET /api/v2/serviceability/{pincode}. */
export const pincode = (request: WireRequest): WireAnswer => {
  const pin = request.params[0] ?? '';
  const note = pincodeNote(pin);
  if (note === 'unknown') return json({ status: false, pincode: Number(pin), remark: 'Pincode not serviceable' });
  const isOpen = note !== 'embargo';
  return json({
    status: true,
    pincode: Number(pin),
    remark: 'Pincode serviceable',
    details: {
      cod: isOpen && note !== 'noCod',
      max_cod_amount: isOpen && note !== 'noCod' ? 49_999 : 0,
      forward_pickup: isOpen && note !== 'noPickup',
      forward_drop: isOpen,
      reverse_pickup: isOpen && note !== 'noPickup',
      reverse_drop: isOpen,
      city: 'Sandbox',
      state: 'DL',
    },
  });
};

/** POST /data/v3/serviceability: courier groups with charges and days. */
export const lane = (request: WireRequest): WireAnswer => {
  const body = readObject(request.body);
  const [from, to] = [textOf(body?.['pickupPincode']), textOf(body?.['dropPincode'])];
  for (const name of ['length', 'width', 'height', 'weight', 'paymentType', 'invoiceAmount']) {
    if (textOf(body?.[name]) === '') return invalid(`${name} cannot be null or empty`);
  }
  if (pincodeNote(from) === 'unknown' || pincodeNote(to) === 'unknown') return json([]);
  const days = transitDays(from, to, textOf(body?.['serviceType']) === 'EXPRESS');
  return json([{ tat: { min: Math.max(1, days - 1), max: days }, courierGroup: 'EKART', forwardDeliveredCharges: {} }]);
};
