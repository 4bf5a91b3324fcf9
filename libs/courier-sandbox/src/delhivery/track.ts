import { indiaClock } from '../clock.ts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { transitDays } from '../lanes.ts';

const dayMs = 86_400_000;

/** GET /api/v1/packages/json/?waybill=<csv of at most 50>&ref_ids=<csv>. */
export const packages = (request: WireRequest, world: World): WireAnswer => {
  const waybills = csv(request.query.get('waybill'));
  const references = csv(request.query.get('ref_ids'));
  if (waybills.length > 50) return json({ Success: false, Error: 'Only 50 waybills are allowed' });
  const found = [
    ...waybills.flatMap((waybill) => world.store.find('delhivery', waybill) ?? []),
    ...references.flatMap((reference) => byOrder(world, reference)),
  ];
  // One unknown order fails the whole list of orders; unknown waybills are merely left out.
  const isMissing = references.some((reference) => byOrder(world, reference).length === 0);
  if (found.length === 0 || isMissing) {
    return json({
      Success: false,
      Error: 'No such waybill or Order Id found',
      rmk: 'Data does not exists for provided Waybill(s)',
    });
  }
  return json({ ShipmentData: found.map((consignment) => ({ Shipment: shipmentOf(consignment) })) });
};

const csv = (text: string | null): string[] => (text ?? '').split(',').flatMap((part) => part.trim() || []);

const byOrder = (world: World, order: string): SandboxConsignment[] =>
  world.store
    .byReference(order)
    .filter(({ courier, bookingReference }) => courier === 'delhivery' && bookingReference === order);

const shipmentOf = (consignment: SandboxConsignment) => {
  const last = consignment.scans.at(-1);
  const days = transitDays(consignment.pickup.pincode, consignment.drop.pincode, consignment.service === 'air');
  const expected = new Date(new Date(consignment.bookedAt).getTime() + (days + 1) * dayMs);
  const pickedUp = consignment.scans.find(({ status }) => status === 'PICKED_UP');
  return {
    AWB: consignment.awb,
    ReferenceNo: consignment.bookingReference,
    OrderType: consignment.paymentMode === 'COD' ? 'COD' : consignment.isReverse ? 'Pickup' : 'Pre-paid',
    CODAmount: consignment.codAmount,
    Origin: consignment.pickup.city,
    Destination: consignment.drop.city,
    PickUpDate: pickedUp === undefined ? null : indiaClock(pickedUp.at).iso,
    ExpectedDeliveryDate: `${indiaClock(expected).iso.slice(0, 10)}T23:59:59`,
    Status: last === undefined ? {} : statusBlock(last),
    Scans: consignment.scans.map((scan) => ({
      ScanDetail: {
        ScanDateTime: indiaClock(scan.at).iso,
        ScanType: scan.wire['type'],
        Scan: scan.wire['status'],
        StatusDateTime: indiaClock(scan.at).iso,
        StatusCode: scan.code,
        ScannedLocation: scan.location,
        Instructions: scan.wire['instructions'],
      },
    })),
  };
};

const statusBlock = (scan: SandboxScan) => ({
  Status: scan.wire['status'],
  StatusType: scan.wire['type'],
  StatusCode: scan.code,
  StatusDateTime: indiaClock(scan.at).iso,
  StatusLocation: scan.location,
  Instructions: scan.wire['instructions'],
});

/** The default payload of the scan push: the NSL code stands beside the status, not in it. */
export const pushBody = (consignment: SandboxConsignment, scan: SandboxScan) => {
  const { StatusCode: NSLCode, ...Status } = statusBlock(scan);
  return {
    Shipment: {
      Status,
      PickUpDate: indiaClock(consignment.bookedAt).iso,
      NSLCode,
      Sortcode: 'SBX/SBX',
      ReferenceNo: consignment.bookingReference,
      AWB: consignment.awb,
    },
  };
};
