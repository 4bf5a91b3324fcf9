import { statusOf } from '../consignment.ts';
import { sandboxCredentials } from '../credentials.ts';
import { isObject, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { failedResult, profileRefusal, validResult } from './answers.ts';

/** POST /pickup/v1/RegisterPickup. */
export const registerPickup = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const profile = profileRefusal(body);
  if (profile !== undefined) return profile;
  const asked = body?.['request'];
  const fields = isObject(asked) ? asked : {};
  const fail = (code: string, text: string) => failedResult('RegisterPickupResult', code, text);
  if (textOf(fields['CustomerCode']) !== sandboxCredentials.bluedart.customerCode) {
    return fail('InvalidCustomerCode', 'CustomerCode is invalid');
  }
  const date = textOf(fields['ShipmentPickupDate']);
  if (!/^\/Date\(\d+\)\/$/.test(date)) return fail('InvalidPickupDate', 'ShipmentPickupDate is invalid');
  if (!/^\d{4}$/.test(textOf(fields['ShipmentPickupTime']))) {
    return fail('InvalidPickupTime', 'ShipmentPickupTime is invalid');
  }
  const token = world.nextNumber(6);
  return validResult('RegisterPickupResult', { TokenNumber: token, ShipmentPickupDate: date }, 'Pickup registered');
};

/** POST /cust-instruction-update/v1/CustALTInstructionUpdate: DT delivers again on a date, RTO brings it back. */
export const alterInstruction = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const profile = profileRefusal(body);
  if (profile !== undefined) return profile;
  const asked = body?.['altreq'];
  const fields = isObject(asked) ? asked : {};
  const name = 'CustALTInstructionUpdateResult';
  const consignment = world.store.find('bluedart', textOf(fields['AWBNo']));
  if (consignment === undefined) return failedResult(name, 'InvalidWaybill', 'Waybill does not exist');
  if (statusOf(consignment) !== 'DELIVERY_FAILED') {
    return failedResult(name, 'InvalidStatus', 'Instruction is not allowed in the present status');
  }
  const type = textOf(fields['AltInstRequestType']);
  const { AWBNo: _, ...rest } = fields;
  if (type === 'RTO') {
    world.recordNdr(consignment, 'RTO', rest);
    world.scan(consignment, { status: 'RTO_INITIATED' });
  } else if (type !== 'DT') {
    return failedResult(name, 'InvalidType', 'AltInstRequestType is invalid');
  } else if (!/^\/Date\(\d+\)\/$/.test(textOf(fields['PreferDate']))) {
    return failedResult(name, 'MissingPreferDate', 'PreferDate is mandatory for DT');
  } else {
    const isChange = textOf(fields['LandMark']) !== '' || textOf(fields['MobileNo']) !== '';
    world.recordNdr(consignment, isChange ? 'CHANGE_ADDRESS' : 'REATTEMPT', rest);
  }
  return validResult(name, {}, 'Instruction updated');
};
