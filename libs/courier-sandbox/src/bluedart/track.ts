import { indiaClock, namedDate } from '../clock.ts';
import type { SandboxConsignment, SandboxScan } from '../consignment.ts';
import { sandboxCredentials } from '../credentials.ts';
import { json, type WireAnswer, type WireRequest, type World } from '../dialect.ts';
import { transitDays } from '../lanes.ts';

const dayMs = 86_400_000;

/** GET /tracking/v1?handler=tnt&action=custawbquery&…: by waybill (`awb=awb`) or by our reference (`awb=ref`). */
export const query = (request: WireRequest, world: World): WireAnswer => {
  const field = (name: string): string => request.query.get(name) ?? '';
  const { loginId, licenceKey } = sandboxCredentials.bluedart;
  if (field('loginid') !== loginId || field('lickey') !== licenceKey) {
    return json({ ShipmentData: { Error: 'Invalid login id or licence key' } }, 403);
  }
  const isReference = field('awb') === 'ref';
  const shipments = field('numbers')
    .split(',')
    .flatMap((number): unknown[] => {
      const found = isReference ? byReference(world, number) : [world.store.find('bluedart', number)];
      const known = found.flatMap((one) => one ?? []);
      return known.length > 0 ? known.map((one) => shipmentOf(one, field('scan') === '1')) : [unknownNumber(number)];
    });
  // One shipment is an object, several are a list.
  return json({ ShipmentData: { Shipment: shipments.length === 1 ? shipments[0] : shipments } });
};

const byReference = (world: World, reference: string): SandboxConsignment[] =>
  world.store
    .byReference(reference)
    .filter(({ courier, bookingReference }) => courier === 'bluedart' && bookingReference === reference);

const unknownNumber = (number: string) => ({
  WaybillNo: number,
  Status: 'Incorrect Waybill number or No Information',
  StatusType: 'NF',
});

const expectedOf = ({ pickup, drop, service, bookedAt }: SandboxConsignment): Date =>
  new Date(new Date(bookedAt).getTime() + (transitDays(pickup.pincode, drop.pincode, service === 'air') + 1) * dayMs);

const clock = (at: string, separator: string): string => {
  const { hour, minute } = indiaClock(at);
  return `${hour}${separator}${minute}`;
};

const shipmentOf = (consignment: SandboxConsignment, withScans: boolean) => {
  const last = consignment.scans.at(-1);
  const at = last?.at ?? consignment.bookedAt;
  return {
    WaybillNo: consignment.awb,
    RefNo: consignment.bookingReference,
    Prodcode: consignment.service === 'air' ? 'A' : 'E',
    Origin: consignment.pickup.city,
    Destination: consignment.drop.city,
    Status: last?.wire['text'],
    StatusType: last?.wire['type'],
    StatusDate: namedDate(at),
    StatusTime: clock(at, ':'),
    ExpectedDeliveryDate: namedDate(expectedOf(consignment)),
    ...(last?.status === 'DELIVERED' ? { ReceivedBy: consignment.drop.name } : {}),
    ...(withScans
      ? {
          Scans: {
            // Newest first.
            ScanDetail: consignment.scans.toReversed().map((scan) => ({
              Scan: scan.wire['text'],
              ScanCode: scan.wire['code'],
              ScanType: scan.wire['type'],
              ScanGroupType: scan.wire['group'],
              ScanDate: namedDate(scan.at),
              ScanTime: clock(scan.at, ':'),
              ScannedLocation: scan.location,
            })),
          },
        }
      : {}),
  };
};

/** The push writes dates as dd-mm-yyyy and times as HHMM, where tracking writes names and a colon. */
export const pushBody = (consignment: SandboxConsignment, scan: SandboxScan) => {
  const numbered = (at: Date | string): string => {
    const { day, month, year } = indiaClock(at);
    return `${day}-${month}-${year}`;
  };
  return {
    statustracking: [
      {
        Shipment: {
          WaybillNo: consignment.awb,
          RefNo: consignment.bookingReference,
          Prodcode: consignment.service === 'air' ? 'A' : 'E',
          SubProductCode: consignment.paymentMode === 'COD' ? 'C' : 'P',
          Weight: (consignment.weightGrams / 1000).toFixed(3),
          PickUpDate: numbered(consignment.bookedAt),
          ExpectedDeliveryDate: numbered(expectedOf(consignment)),
          DynamicExpectedDeliveryDate: '',
          Scans: {
            ScanDetail: [
              {
                Scan: scan.wire['text'],
                ScanCode: scan.wire['code'],
                ScanGroupType: scan.wire['group'],
                ScanType: scan.wire['type'],
                ScanDate: numbered(scan.at),
                ScanTime: clock(scan.at, ''),
                ScannedLocation: scan.location,
                Comments: '',
              },
            ],
          },
          ...(scan.status === 'DELIVERED'
            ? { DeliveryDetails: { ReceivedBy: consignment.drop.name, Signature: '', SecurityCodeDelivery: 'N' } }
            : {}),
          ...(scan.qc !== undefined && scan.qc.status !== 'passed'
            ? { QCFailed: { Reason: scan.qc.remarks, Pictures: scan.qc.images, Type: scan.qc.status } }
            : {}),
        },
      },
    ],
  };
};
