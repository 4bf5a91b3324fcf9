import { namedDate } from '../clock.ts';
import { readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote, transitDays } from '../lanes.ts';
import { failedResult, profileRefusal, validResult } from './answers.ts';

const dayMs = 86_400_000;

/** POST /finder/v1/GetServicesforPincode: air (Apex) and surface (Ground) have flags of their own. */
export const services = (request: WireRequest): WireAnswer => {
  const body = readObject(request.body);
  const profile = profileRefusal(body);
  if (profile !== undefined) return profile;
  const pincode = textOf(body?.['pinCode']);
  const note = pincodeNote(pincode);
  const name = 'GetServicesforPincodeResult';
  if (note === 'unknown') return failedResult(name, 'InvalidPincode', 'Pincode is not serviceable');
  const yes = (is: boolean): 'Yes' | 'No' => (is ? 'Yes' : 'No');
  const open = note !== 'embargo';
  const collects = open && note !== 'noPickup';
  const cod = open && note !== 'noCod';
  return validResult(
    name,
    {
      PinCode: pincode,
      AreaCode: 'SBX',
      ServiceCenterCode: 'SBX',
      State: 'Sandbox',
      Region: 'North',
      ApexInbound: yes(open),
      ApexOutbound: yes(collects),
      GroundInbound: yes(open),
      GroundOutbound: yes(collects),
      DomesticPriorityInbound: yes(open),
      DomesticPriorityOutbound: yes(collects),
      eTailCODAirInbound: yes(cod),
      eTailCODAirOutbound: yes(cod),
      eTailCODGroundInbound: yes(cod),
      eTailCODGroundOutbound: yes(cod),
      eTailPrePaidAirInbound: yes(open),
      eTailPrePaidAirOutbound: yes(open),
      eTailPrePaidGroundInbound: yes(open),
      eTailPrePaidGroundOutbound: yes(open),
      ErrorMessage: 'Valid',
    },
    'Valid',
  );
};

/** POST /transit/v1/GetDomesticTransitTimeForPinCodeandProduct. */
export const transit = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const profile = profileRefusal(body);
  if (profile !== undefined) return profile;
  const from = textOf(body?.['pPinCodeFrom']);
  const to = textOf(body?.['pPinCodeTo']);
  const name = 'GetDomesticTransitTimeForPinCodeandProductResult';
  if (pincodeNote(from) === 'unknown' || pincodeNote(to) === 'unknown') {
    return failedResult(name, 'InvalidPincode', 'Pincode is not serviceable');
  }
  const days = transitDays(from, to, textOf(body?.['pProductCode']) !== 'E');
  // A calendar date without a time, in India.
  return validResult(
    name,
    { ExpectedDateDelivery: namedDate(new Date(world.now().getTime() + days * dayMs)) },
    'Valid',
  );
};
