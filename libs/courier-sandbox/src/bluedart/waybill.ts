import type { SandboxPlace } from '../consignment.ts';
import { isPickedUp } from '../consignment.ts';
import { sandboxCredentials } from '../credentials.ts';
import { isObject, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { labelPdf } from '../label-pdf.ts';
import { pincodeNote } from '../lanes.ts';
import { failedResult, profileRefusal, refusal, validResult } from './answers.ts';

type Fields = Record<string, unknown>;

/** POST /waybill/v1/GenerateWayBill. Weights are kilograms, dates `/Date(ms)/`, times HHMM, texts of 30 characters. */
export const generate = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const profile = profileRefusal(body);
  if (profile !== undefined) return profile;
  const asked = body?.['Request'];
  const [consignee, shipper, services] = ['Consignee', 'Shipper', 'Services'].map((name) => part(asked, name));
  if (consignee === undefined || shipper === undefined || services === undefined) {
    return refusal('InvalidRequest', 'Consignee, Shipper and Services are mandatory');
  }
  const fault = faultOf(consignee, shipper, services);
  if (fault !== undefined) return refusal(...fault);

  const reference = textOf(services['CreditReferenceNo']);
  const taken = world.store.note('bluedart', `reference/${reference}`);
  if (taken !== undefined) {
    return refusal('WaybillAlreadyGenerated', `Waybill already generated for CreditReferenceNo ${reference}`);
  }
  const awb = world.nextNumber(11);
  world.store.keepNote('bluedart', `reference/${reference}`, awb);
  const isCod = textOf(services['SubProductCode']) === 'C';
  const drop = placeOf(consignee, 'Consignee');
  world.book({
    awb,
    service: textOf(services['ProductCode']) === 'E' ? 'surface' : 'air',
    reference: textOf(services['CreditReferenceNo2']) || reference,
    bookingReference: reference,
    paymentMode: isCod ? 'COD' : 'PREPAID',
    codAmount: isCod ? Number(services['CollectableAmount']) : 0,
    weightGrams: Math.round(Number(services['ActualWeight']) * 1000),
    isReverse: services['IsReversePickup'] === true,
    pickup: placeOf(shipper, 'Customer'),
    drop,
    qc: null,
  });
  const label = labelPdf(['Blue Dart (sandbox)', awb, reference, isCod ? 'COD' : 'Prepaid', drop.name, drop.pincode]);
  return validResult(
    'GenerateWayBillResult',
    {
      AWBNo: awb,
      AWBPrintContent: services['PDFOutputNotRequired'] === true ? null : label.toString('base64'),
      DestinationArea: 'SBX',
      DestinationLocation: `S${drop.pincode.slice(0, 2)}`,
      ClusterCode: 'SBX-1',
      CCRCRDREF: reference,
      TokenNumber: services['RegisterPickup'] === true ? world.nextNumber(6) : null,
    },
    'Waybill Generation Sucessful',
  );
};

const part = (parent: unknown, name: string): Fields | undefined => {
  const value = isObject(parent) ? parent[name] : undefined;
  return isObject(value) ? value : undefined;
};

const faultOf = (consignee: Fields, shipper: Fields, services: Fields): [code: string, text: string] | undefined => {
  const { customerCode, originArea } = sandboxCredentials.bluedart;
  const text = (name: string) => textOf(services[name]);
  if (textOf(shipper['OriginArea']) !== originArea)
    return ['InvalidOriginArea', 'OriginArea is invalid for the customer'];
  if (textOf(shipper['CustomerCode']) !== customerCode) return ['InvalidCustomerCode', 'CustomerCode is invalid'];
  for (const [name, value] of Object.entries({ ...consignee, ...shipper })) {
    const isShort = /(?:Name|Address[123])$/.test(name);
    if (isShort && textOf(value).length > 30) return ['InvalidLength', `${name} length should not exceed 30`];
  }
  for (const [name, value] of [
    ['ConsigneeName', consignee['ConsigneeName']],
    ['ConsigneeAddress1', consignee['ConsigneeAddress1']],
    ['CustomerName', shipper['CustomerName']],
    ['CustomerAddress1', shipper['CustomerAddress1']],
  ] as const) {
    if (textOf(value) === '') return ['MissingField', `${name} is mandatory`];
  }
  const pincodes = [textOf(shipper['CustomerPincode']), textOf(consignee['ConsigneePincode'])].map(pincodeNote);
  if (pincodes.includes('unknown') || pincodes.includes('embargo')) {
    return ['InvalidAreaScNotInRegion', 'Area and service centre are not in the region of the pincode'];
  }
  const reference = text('CreditReferenceNo');
  if (reference === '' || reference.length > 20)
    return ['InvalidCreditReferenceNo', 'CreditReferenceNo length should be 1 to 20'];
  if (!['A', 'D', 'E'].includes(text('ProductCode'))) return ['InvalidProductCode', 'ProductCode is invalid'];
  if (!['P', 'C'].includes(text('SubProductCode'))) return ['InvalidSubProductCode', 'SubProductCode is invalid'];
  const isCod = text('SubProductCode') === 'C';
  if (isCod !== Number(services['CollectableAmount'] ?? 0) > 0) {
    return ['InvalidCollectableAmount', 'CollectableAmount is invalid for the SubProductCode'];
  }
  if (isCod && pincodes.includes('noCod')) return ['NoCodService', 'COD is not available at the destination'];
  const weight = Number(services['ActualWeight']);
  if (!(weight > 0 && weight < 1000)) return ['InvalidActualWeight', 'ActualWeight is invalid, kilograms expected'];
  if (!/^\/Date\(\d{12,14}\)\/$/.test(text('PickupDate'))) return ['InvalidPickupDate', 'PickupDate is invalid'];
  if (!/^([01]\d|2[0-3])[0-5]\d$/.test(text('PickupTime'))) return ['InvalidPickupTime', 'PickupTime is invalid'];
  const dimensions = services['Dimensions'];
  const count = Array.isArray(dimensions)
    ? dimensions.reduce((sum: number, one: unknown) => sum + (isObject(one) ? Number(one['Count']) : 0), 0)
    : 0;
  return count === Number(services['PieceCount'])
    ? undefined
    : ['InvalidDimensions', 'Dimensions should match PieceCount'];
};

const placeOf = (fields: Fields, prefix: 'Consignee' | 'Customer'): SandboxPlace => {
  const field = (name: string): string => textOf(fields[`${prefix}${name}`]);
  // City and state have no fields of their own; they close the free line.
  const info = field('Addressinfo').split(', ');
  return {
    name: field('Name'),
    phone: field('Mobile'),
    address: [field('Address1'), field('Address2'), field('Address3')].filter(Boolean).join(' '),
    city: info.at(-2) ?? '',
    state: info.at(-1) ?? '',
    pincode: field('Pincode'),
  };
};

/** POST /waybill/v1/CancelWaybill: only before the first scan in a hub. */
export const cancel = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const profile = profileRefusal(body);
  if (profile !== undefined) return profile;
  const awb = textOf(part(body, 'Request')?.['AWBNo']);
  const consignment = world.store.find('bluedart', awb);
  const fail = (code: string, text: string) => failedResult('CancelWaybillResult', code, text);
  if (consignment === undefined) return fail('InvalidWaybill', 'Waybill does not exist');
  if (consignment.cancelled) return fail('WaybillCancelled', 'Waybill is already cancelled');
  if (isPickedUp(consignment)) return fail('InScanned', 'Waybill is in-scanned, cancellation is not allowed');
  world.scan(consignment, { status: 'CANCELLED', isBySeller: true });
  return validResult('CancelWaybillResult', { AWBNo: awb }, 'Waybill cancelled successfully');
};
