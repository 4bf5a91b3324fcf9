import type { Dialect } from '../dialect.ts';
import { failedResult, refusal } from './answers.ts';
import { scanCode } from './codes.ts';
import { checkToken, login } from './login.ts';
import { services, transit } from './lookups.ts';
import { alterInstruction, registerPickup } from './requests.ts';
import { pushBody, query } from './track.ts';
import { cancel, generate } from './waybill.ts';

/** Blue Dart's API gateway as its documents and several integrations describe it. */
export const bluedart: Dialect = {
  courier: 'bluedart',
  routes: [
    { method: 'GET', path: /^\/token\/v1\/login$/, handle: login },
    { method: 'POST', path: /^\/finder\/v1\/GetServicesforPincode$/, operation: 'serviceability', handle: services },
    { method: 'POST', path: /^\/transit\/v1\/GetDomesticTransitTimeForPinCodeandProduct$/, handle: transit },
    { method: 'POST', path: /^\/waybill\/v1\/GenerateWayBill$/, operation: 'book', handle: generate },
    { method: 'POST', path: /^\/waybill\/v1\/CancelWaybill$/, operation: 'cancel', handle: cancel },
    { method: 'GET', path: /^\/tracking\/v1$/, operation: 'track', handle: query },
    { method: 'POST', path: /^\/pickup\/v1\/RegisterPickup$/, handle: registerPickup },
    {
      method: 'POST',
      path: /^\/cust-instruction-update\/v1\/CustALTInstructionUpdate$/,
      operation: 'ndr',
      handle: alterInstruction,
    },
  ],
  authenticate: checkToken,
  reject: (operation) => {
    switch (operation) {
      case 'book':
        return refusal('ShipmentRefused', 'Shipment cannot be accepted');
      case 'cancel':
        return failedResult('CancelWaybillResult', 'InScanned', 'Waybill is in-scanned, cancellation is not allowed');
      case 'ndr':
        return failedResult('CustALTInstructionUpdateResult', 'InvalidStatus', 'Instruction is not allowed');
      case 'serviceability':
        return failedResult('GetServicesforPincodeResult', 'InvalidPincode', 'Pincode is not serviceable');
      case 'track':
      case 'label':
      case 'push':
        return refusal('Forbidden', 'Request is forbidden');
    }
  },
  scanCode,
  pushBody,
  // "3 retries"; how long it waits between them is not known.
  pushRetries: { count: 3, delayMs: 500 },
};
