import type { Dialect } from '../dialect.ts';
import { json } from '../dialect.ts';
import { authenticate, checkAccess } from './access.ts';
import { scanCode } from './codes.ts';
import { cancel, label, saveInstruction, softdata } from './consignments.ts';
import { pincodes, pushBody, trackDetails } from './track.ts';

/** DTDC on Shipsy's platform; its four hosts are one here. */
export const dtdc: Dialect = {
  courier: 'dtdc',
  routes: [
    { method: 'POST', path: /^\/ratecalapi\/PincodeApiCall$/, operation: 'serviceability', handle: pincodes },
    { method: 'POST', path: /^\/consignment\/softdata$/, operation: 'book', handle: softdata },
    { method: 'POST', path: /^\/consignment\/cancel$/, operation: 'cancel', handle: cancel },
    { method: 'GET', path: /^\/consignment\/shippinglabel\/stream$/, operation: 'label', handle: label },
    { method: 'GET', path: /^\/dtdc-api\/api\/dtdc\/authenticate$/, handle: authenticate },
    {
      method: 'POST',
      path: /^\/dtdc-api\/rest\/JSONCnTrk\/getTrackDetails$/,
      operation: 'track',
      handle: trackDetails,
    },
    { method: 'POST', path: /^\/ctbs-sraa-api\/sraa\/validateAndSave$/, operation: 'ndr', handle: saveInstruction },
  ],
  authenticate: checkAccess,
  reject: (operation) =>
    operation === 'book'
      ? json({ status: 'OK', data: [{ success: false, message: 'Consignment is refused' }] })
      : json({ error: { message: `${operation} is refused` } }, 400),
  scanCode,
  pushBody,
  pushRetries: { count: 0, delayMs: 0 },
};
