import { indiaClock } from '../clock.ts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';

/** POST /dtdc-api/rest/JSONCnTrk/getTrackDetails {trkType: cnno|reference, strcnno, addtnlDtl}. */
export const trackDetails = (request: WireRequest, world: World): WireAnswer => {
  const body = readObject(request.body);
  const number = textOf(body?.['strcnno']);
  const byReference = () =>
    world.store
      .byReference(number)
      .findLast(({ courier, bookingReference }) => courier === 'dtdc' && bookingReference === number);
  const consignment = body?.['trkType'] === 'reference' ? byReference() : world.store.find('dtdc', number);
  if (consignment === undefined) {
    return json({
      statusCode: 206,
      statusFlag: false,
      status: 'FAILED',
      errorDetails: [
        { name: 'strShipmentNo', value: number },
        { name: 'strError', value: 'NO DATA FOUND FOR THIS CNNO NUMBER' },
      ],
      trackHeader: null,
      trackDetails: null,
    });
  }
  return json({
    statusCode: 200,
    statusFlag: true,
    status: 'SUCCESS',
    errorDetails: null,
    trackHeader: { ...headerOf(consignment), strStatus: consignment.scans.at(-1)?.wire['action'] },
    trackDetails: consignment.scans.map((scan) => ({
      strCode: scan.code,
      strAction: scan.wire['action'],
      strManifestNo: '',
      strOrigin: scan.location,
      strDestination: '',
      ...timeOf(scan),
      sTrRemarks: scan.wire['remarks'],
    })),
  });
};

const headerOf = (consignment: SandboxConsignment) => ({
  strShipmentNo: consignment.awb,
  strRefNo: consignment.bookingReference,
  strCNProduct: consignment.service === 'air' ? 'PRIORITY' : 'LITE',
  strOrigin: consignment.pickup.city,
});

/** DDMMYYYY and HHMM. */
const timeOf = ({ at }: SandboxScan) => {
  const { year, month, day, hour, minute } = indiaClock(at);
  return { strActionDate: `${day}${month}${year}`, strActionTime: `${hour}${minute}` };
};

/** In a push `strAction` is the code. */
export const pushBody = (consignment: SandboxConsignment, scan: SandboxScan) => ({
  shipment: headerOf(consignment),
  shipmentStatus: {
    strAction: scan.code,
    strActionDesc: scan.wire['action'],
    strManifestNo: '',
    strOrigin: scan.location,
    ...timeOf(scan),
    strRemarks: scan.wire['remarks'],
  },
});

/** POST /ratecalapi/PincodeApiCall {orgPincode, desPincode}. */
export const pincodes = (request: WireRequest): WireAnswer => {
  const body = readObject(request.body);
  const [from, to] = [textOf(body?.['orgPincode']), textOf(body?.['desPincode'])];
  const isClosed = [from, to].some((pincode) => ['unknown', 'embargo'].includes(pincodeNote(pincode)));
  const isServed = !isClosed && pincodeNote(from) !== 'noPickup';
  return json({
    ZIPCODE_RESP: [
      { ORGPIN: from, DESTPIN: to, SERVFLAG: isServed ? 'Y' : 'N', MESSAGE: isServed ? 'SUCCESS' : 'Not serviceable' },
    ],
    SERV_LIST: [],
  });
};
