import { isPickedUp, type SandboxPlace, statusOf } from '../consignment.ts';
import {
  firstOf,
  isObject,
  json,
  partOf,
  readObject,
  textOf,
  type WireAnswer,
  type WireRequest,
  type World,
} from '../dialect.ts';
import { labelPdf } from '../label-pdf.ts';
import { pincodeNote, transitDays } from '../lanes.ts';
import { failure } from './access.ts';

const dayMs = 86_400_000;
const offerLifeMs = 10 * 60_000;

/** POST /shipping/v2/shipments/rates: an offer that is good for ten minutes, or why there is none. */
export const rates = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const [from, to, parcel] = [partOf(body, 'shipFrom'), partOf(body, 'shipTo'), firstOf(body?.['packages'])];
  if (body === undefined || from === undefined || to === undefined || parcel === undefined) {
    return failure(400, 'InvalidRequest', 'shipFrom, shipTo and packages are required');
  }
  const weight = partOf(parcel, 'weight');
  const dimensions = partOf(parcel, 'dimensions');
  if (!['GRAM', 'KILOGRAM'].includes(textOf(weight?.['unit'])) || !(Number(weight?.['value']) > 0)) {
    return failure(400, 'InvalidRequest', 'weight needs a value and a unit');
  }
  if (textOf(dimensions?.['unit']) !== 'CENTIMETER') return failure(400, 'InvalidRequest', 'dimensions need a unit');
  for (const place of [from, to]) {
    if (textOf(place['addressLine1']).length > 60) return failure(400, 'InvalidRequest', 'addressLine1 is too long');
    if (!/^\d{10}$/.test(textOf(place['phoneNumber']))) return failure(400, 'InvalidRequest', 'phoneNumber is invalid');
  }
  const requestToken = `amzn1.rq.${world.nextNumber(12)}`;
  world.store.keepNote('amazon', `offer/${requestToken}`, { body, expiresAt: world.now().getTime() + offerLifeMs });
  const [origin, destination] = [textOf(from['postalCode']), textOf(to['postalCode'])];
  const why = ineligibility(origin, destination, codOf(body) !== undefined);
  if (why !== undefined) {
    const ineligible = { serviceId: 'SWA-IN-OA', ineligibilityReasons: [{ code: 'NO_COVERAGE', message: why }] };
    return json({ payload: { requestToken, rates: [], ineligibleRates: [ineligible] } });
  }
  const end = new Date(world.now().getTime() + transitDays(origin, destination, false) * dayMs);
  const offer = (serviceId: string, value: number) => ({
    rateId: `${serviceId}.${requestToken}`,
    carrierId: 'ATS',
    carrierName: 'Amazon Shipping',
    serviceId,
    serviceName: 'Amazon Shipping',
    totalCharge: { value, unit: 'INR' },
    promise: { deliveryWindow: { start: world.now().toISOString(), end: end.toISOString() } },
    requiresAdditionalInputs: false,
  });
  return json({ payload: { requestToken, rates: [offer('SWA-IN-PREMIUM', 61), offer('SWA-IN-OA', 37)] } });
};

const ineligibility = (from: string, to: string, isCod: boolean): string | undefined => {
  const [origin, destination] = [pincodeNote(from), pincodeNote(to)];
  const closed = ['unknown', 'embargo'];
  if (closed.includes(origin) || closed.includes(destination) || origin === 'noPickup') {
    return 'The lane is not serviceable';
  }
  return isCod && destination === 'noCod' ? 'Collect on delivery is not serviceable at the destination' : undefined;
};

const codOf = (body: Record<string, unknown>): Record<string, unknown> | undefined =>
  partOf(partOf(partOf(body, 'valueAddedServices'), 'collectOnDelivery'), 'amount');

/** POST /shipping/v2/shipments: one idempotency key has one answer, whatever comes with it the second time. */
export const purchase = (request: WireRequest, world: World): WireAnswer => {
  const key = textOf(request.headers['x-amzn-idempotencykey']);
  const known = world.store.note('amazon', `key/${key}`);
  if (key !== '' && isObject(known)) return json({ payload: known });
  const body = readObject(request.body);
  const kept = world.store.note('amazon', `offer/${textOf(body?.['requestToken'])}`);
  const asked = isObject(kept) ? partOf(kept, 'body') : undefined;
  if (!isObject(kept) || asked === undefined || Number(kept['expiresAt']) < world.now().getTime()) {
    return failure(400, 'InvalidRequest', 'The requestToken is unknown or has expired');
  }
  const parcel = firstOf(asked['packages']);
  const reference = textOf(parcel?.['packageClientReferenceId']);
  const weight = partOf(parcel, 'weight');
  const cod = codOf(asked);
  const hasCod = firstOf(body?.['requestedValueAddedServices'])?.['id'] === 'CollectOnDelivery';
  const trackingId = world.nextNumber(12);
  const shipmentId = `amzn1.sid.${world.nextNumber(10)}`;
  const drop = placeOf(partOf(asked, 'shipTo'));
  const invoice = partOf(firstOf(parcel?.['items']), 'invoiceDetails');
  world.book({
    awb: trackingId,
    service: 'surface',
    reference: textOf(invoice?.['invoiceNumber']) || reference,
    bookingReference: reference,
    paymentMode: cod !== undefined && hasCod ? 'COD' : 'PREPAID',
    codAmount: cod !== undefined && hasCod ? Number(cod['value']) : 0,
    weightGrams: Number(weight?.['value']) * (weight?.['unit'] === 'KILOGRAM' ? 1000 : 1),
    isReverse: false,
    pickup: placeOf(partOf(asked, 'shipFrom')),
    drop,
    qc: null,
  });
  world.store.keepNote('amazon', `shipment/${shipmentId}`, trackingId);
  const label = labelPdf(['Amazon Shipping (sandbox)', trackingId, reference, drop.name, drop.pincode]);
  const payload = {
    shipmentId,
    packageDocumentDetails: [
      {
        packageClientReferenceId: reference,
        trackingId,
        packageDocuments: [{ type: 'LABEL', format: 'PDF', contents: label.toString('base64') }],
      },
    ],
  };
  if (key !== '') world.store.keepNote('amazon', `key/${key}`, payload);
  return json({ payload });
};

const placeOf = (place: Record<string, unknown> | undefined): SandboxPlace => ({
  name: textOf(place?.['name']),
  phone: textOf(place?.['phoneNumber']),
  address: [1, 2, 3].map((line) => textOf(place?.[`addressLine${line}`])).join(''),
  city: textOf(place?.['city']),
  state: textOf(place?.['stateOrRegion']),
  pincode: textOf(place?.['postalCode']),
});

/** PUT /shipping/v2/shipments/{shipmentId}/cancel. */
export const cancel = (request: WireRequest, world: World): WireAnswer => {
  const trackingId = world.store.note('amazon', `shipment/${decodeURIComponent(request.params[0] ?? '')}`);
  const consignment = typeof trackingId === 'string' ? world.store.find('amazon', trackingId) : undefined;
  if (consignment === undefined) return failure(404, 'NotFound', 'The shipment does not exist');
  if (consignment.cancelled) return failure(400, 'InvalidRequest', 'The shipment is already cancelled');
  if (isPickedUp(consignment)) return failure(400, 'InvalidRequest', 'The shipment cannot be cancelled after pickup');
  world.scan(consignment, { status: 'CANCELLED', isBySeller: true });
  return json({ payload: {} });
};

/** POST /shipping/v2/ndrFeedback. */
export const ndrFeedback = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const consignment = world.store.find('amazon', textOf(body?.['trackingId']));
  if (consignment === undefined) return failure(404, 'NotFound', 'The tracking id does not exist');
  if (statusOf(consignment) !== 'DELIVERY_FAILED') return failure(400, 'InvalidRequest', 'NDR feedback is not allowed');
  const action = textOf(body?.['ndrAction']);
  const data = partOf(body, 'ndrRequestData') ?? {};
  if (action === 'RTO') {
    world.recordNdr(consignment, 'RTO', data);
    world.scan(consignment, { status: 'RTO_INITIATED' });
  } else if (action === 'RESCHEDULE' && textOf(data['rescheduleDate']) === '') {
    return failure(400, 'InvalidRequest', 'rescheduleDate is required');
  } else if (action !== 'REATTEMPT' && action !== 'RESCHEDULE') {
    return failure(400, 'InvalidRequest', 'ndrAction is invalid');
  } else {
    const isChange = textOf(data['additionalAddressNotes']) !== '';
    world.recordNdr(consignment, isChange ? 'CHANGE_ADDRESS' : 'REATTEMPT', { action, ...data });
  }
  return { status: 204, body: '' };
};
