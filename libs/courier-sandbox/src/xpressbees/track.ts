import { indiaClock } from '../clock.ts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { failure } from './login.ts';

/** GET /shipments2/track/{awb}. Times are whole minutes without an offset. */
export const track = (request: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('xpressbees', decodeURIComponent(request.params[0] ?? ''));
  if (consignment === undefined) return failure('AWB not found');
  return json({
    status: true,
    data: {
      awb_number: consignment.awb,
      order_number: consignment.bookingReference,
      status: consignment.scans.at(-1)?.wire['message'],
      history: consignment.scans.map((scan) => ({
        status_code: scan.code,
        location: scan.location,
        event_time: indiaClock(scan.at).iso.slice(0, 16).replace('T', ' '),
        message: scan.wire['message'],
      })),
    },
  });
};

/** Dates DDMMYYYY, times HHMM, the reason as a number. */
export const pushBody = (consignment: SandboxConsignment, scan: SandboxScan) => {
  const { year, month, day, hour, minute } = indiaClock(scan.at);
  return {
    AWBNO: consignment.awb,
    StatusCode: scan.code,
    Remarks: scan.wire['remarks'],
    StatusDate: `${day}${month}${year}`,
    StatusTime: `${hour}${minute}`,
    CurrentLocation: scan.location,
    EDD: '',
    Receivedby: scan.status === 'DELIVERED' ? consignment.drop.name : '',
    ofdotp: '',
  };
};
