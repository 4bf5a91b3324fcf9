import { indiaClock } from '../clock.ts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import { json, readObject, textOf, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { pincodeNote } from '../lanes.ts';
import { failure } from './orders.ts';

/** POST /v4/clients/bulk_track/ {awb_numbers ≤ 50}. */
export const bulkTrack = (request: WireRequest, world: World): WireAnswer => {
  const numbers = readObject(request.body)?.['awb_numbers'];
  if (!Array.isArray(numbers) || numbers.length === 0) return failure({ awb_numbers: ['This field is required.'] });
  if (numbers.length > 50) return failure('Only 50 AWB numbers are valid at a time');
  const found = numbers.flatMap((number) => world.store.find('shadowfax', textOf(number)) ?? []);
  if (found.length === 0) return failure('Invalid AWB number');
  return json({ message: 'Success', data: found.map(orderOf) });
};

const orderOf = (consignment: SandboxConsignment) => ({
  awb_number: consignment.awb,
  client_order_id: consignment.bookingReference,
  status: consignment.scans.at(-1)?.code,
  status_display: consignment.scans.at(-1)?.wire['status'],
  tracking_details: consignment.scans.map((scan) => ({
    created: indiaTime(scan.at),
    location: scan.location,
    status_id: scan.code,
    status: scan.wire['status'],
    remarks: scan.wire['remarks'],
    awb_number: consignment.awb,
  })),
});

/** Without an offset, and meant in India. */
const indiaTime = (at: string): string => indiaClock(at).iso.replace('T', ' ');

export const pushBody = (consignment: SandboxConsignment, scan: SandboxScan) => ({
  awb_number: consignment.awb,
  event: scan.code,
  comments: scan.wire['status'],
  event_timestamp: indiaTime(scan.at),
  order_id: consignment.bookingReference,
  client_id: 1,
  event_location: scan.location,
  remarks: scan.wire['remarks'],
  rider_name: '',
  rider_contact: '',
});

const services = ['seller_pickup', 'customer_delivery', 'customer_pickup', 'seller_delivery'];

/** GET /v1/clients/serviceability/?service=&pincodes=<csv>: the ones that are served. */
export const serviceability = (request: WireRequest): WireAnswer => {
  const service = request.query.get('service') ?? '';
  if (!services.includes(service)) return json({ message: 'Invalid service' }, 400);
  const served = (request.query.get('pincodes') ?? '').split(',').filter((pincode) => {
    const note = pincodeNote(pincode);
    return note === 'served' || note === 'noCod' || (note === 'noPickup' && !service.endsWith('_pickup'));
  });
  return json(served.map((pincode) => ({ code: Number(pincode), service, region: 'Sandbox' })));
};
