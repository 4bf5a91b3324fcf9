import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { transitDays } from '../lanes.ts';
import { missing } from './answers.ts';

const dayMs = 86_400_000;

/** GET /api/v1/track/{id}: open, times in milliseconds. */
export const track = (request: WireRequest, world: World): WireAnswer => {
  const consignment = world.store.find('ekart', decodeURIComponent(request.params[0] ?? ''));
  if (consignment === undefined) return missing('No shipment with this tracking id');
  const last = consignment.scans.at(-1);
  const failures = consignment.scans.filter(({ status }) => status === 'DELIVERY_FAILED');
  return json({
    _id: consignment.awb,
    order_number: consignment.bookingReference,
    edd: expectedOf(consignment),
    track: {
      ...(last === undefined ? {} : lineOf(last)),
      attempts: failures.length,
      ...(last?.status === 'DELIVERY_FAILED' ? { ndrActions: ['Re-Attempt', 'RTO'] } : {}),
      details: consignment.scans.map(lineOf),
    },
  });
};

const lineOf = (scan: SandboxScan) => ({
  status: scan.wire['status'],
  ctime: Date.parse(scan.at),
  desc: scan.wire['desc'],
  location: scan.location,
  ...(scan.wire['ndrStatus'] ? { ndrStatus: scan.wire['ndrStatus'] } : {}),
});

const expectedOf = ({ pickup, drop, bookedAt }: SandboxConsignment): number =>
  Date.parse(bookedAt) + (transitDays(pickup.pincode, drop.pincode, false) + 1) * dayMs;

/** The webhook `track_updated`: no NDR status in it. */
export const pushBody = (consignment: SandboxConsignment, scan: SandboxScan) => ({
  ctime: Date.parse(scan.at),
  status: scan.wire['status'],
  location: scan.location,
  desc: scan.wire['desc'],
  attempts: String(consignment.scans.filter(({ status }) => status === 'DELIVERY_FAILED').length),
  pickupTime: Date.parse(consignment.scans.find(({ status }) => status === 'PICKED_UP')?.at ?? consignment.bookedAt),
  wbn: `SBXC${consignment.awb.slice(3)}`,
  id: consignment.awb,
  orderNumber: consignment.bookingReference,
  edd: expectedOf(consignment),
});
