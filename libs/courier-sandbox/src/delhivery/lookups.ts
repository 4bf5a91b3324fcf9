import { json, type WireAnswer, type WireRequest } from '../dialect.ts';
import { pincodeNote, transitDays } from '../lanes.ts';

/** GET /c/api/pin-codes/json/?filter_codes=<csv>. An empty list means not served. */
export const pincodes = (request: WireRequest): WireAnswer =>
  json({
    delivery_codes: (request.query.get('filter_codes') ?? '').split(',').flatMap((pin) => {
      const note = pincodeNote(pin);
      if (note === 'unknown') return [];
      return [
        {
          postal_code: {
            pin: Number(pin),
            city: 'Sandbox',
            district: 'Sandbox',
            state_code: 'DL',
            inc: 'Sandbox (Delhi)',
            pre_paid: 'Y',
            cash: 'Y',
            cod: note === 'noCod' ? 'N' : 'Y',
            pickup: note === 'noPickup' ? 'N' : 'Y',
            repl: 'Y',
            max_amount: 0,
            max_weight: 0,
            is_oda: 'N',
            remarks: note === 'embargo' ? 'Embargo' : '',
            country_code: 'IN',
          },
        },
      ];
    }),
  });

/** GET /api/dc/expected_tat. */
export const expectedTat = (request: WireRequest): WireAnswer => {
  const from = request.query.get('origin_pin') ?? '';
  const to = request.query.get('destination_pin') ?? '';
  const mode = request.query.get('mot') ?? '';
  if (!['S', 'E', 'N'].includes(mode)) return json({ success: false, msg: 'mot is mandatory' });
  if (pincodeNote(from) === 'unknown' || pincodeNote(to) === 'unknown') {
    return json({ success: false, msg: 'Invalid pincode' });
  }
  return json({ success: true, msg: '', data: { tat: transitDays(from, to, mode !== 'S') } });
};
