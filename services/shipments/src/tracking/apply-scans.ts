import { createHash } from 'node:crypto';
import { mayScanTo, newId, type ShipmentStatus } from '@freight/contracts';
import type { Scan, TrackedConsignment } from '@freight/couriers';
import type { Deps } from '../deps.ts';
import { findShipment } from '../shipment/shipment.store.ts';
import { changeStatus, type NewTrackingEvent, type ShipmentChange } from '../status/change-shipment.ts';
import { recordChange } from '../status/record-change.store.ts';
import type { ShipmentRow } from '../tables.ts';
import { findReturnPrice } from './return-price.store.ts';
import { findKnownScans } from './tracking.store.ts';

/** Others may move the same shipment at the same moment; then the scans are weighed again against what they left. */
const maxRereads = 10;

/**
 * Applies what a courier says of a consignment, in the order of the scans' own times. A scan that was seen before changes nothing;
 * one that is older than the newest, or that the state table does not allow, is kept in the timeline and changes no status.
 *
 * @returns how many status changes were made
 */
export const applyScans = async (
  deps: Pick<Deps, 'db' | 'wake' | 'log'>,
  shipment: ShipmentRow,
  tracked: TrackedConsignment,
): Promise<number> => {
  const { organization_id: organizationId, id } = shipment;
  const scans = tracked.scans
    .map((scan) => ({ scan, fingerprint: fingerprintOf(scan) }))
    .toSorted((a, b) => a.scan.at.getTime() - b.scan.at.getTime());

  for (let reads = 0; reads < maxRereads; reads += 1) {
    const before = await findShipment(deps.db, organizationId, id);
    if (before === undefined) return 0;
    const known = await findKnownScans(
      deps.db,
      organizationId,
      id,
      scans.map((one) => one.fingerprint),
    );
    const fresh = scans.filter((one) => !known.has(one.fingerprint));
    const rtoPaise = fresh.some(({ scan }) => isReturn(scan.status)) ? await findReturnPrice(deps.db, before) : null;
    const change = weigh(withExpectedDate(before, tracked), fresh, { now: new Date(), rtoPaise });
    if (change.timeline.length === 0 && change.after.expected_delivery_date === before.expected_delivery_date) return 0;
    if (await recordChange(deps.db, organizationId, { before, ...change })) {
      if (change.events.length > 0) deps.wake.relay();
      return change.events.length;
    }
  }
  throw new Error(`shipment ${id} changes faster than its scans can be applied`);
};

type FreshScan = { scan: Scan; fingerprint: string };

/** The courier's own words and time make a scan: sent again it is the same one, by push or by poll. */
const fingerprintOf = ({ rawStatusCode, rawStatus, at, location }: Scan): string =>
  createHash('sha256')
    .update(JSON.stringify([rawStatusCode, rawStatus, at.getTime(), location]))
    .digest('base64url')
    .slice(0, 32);

const withExpectedDate = (row: ShipmentRow, { expectedDeliveryDate }: TrackedConsignment): ShipmentRow =>
  expectedDeliveryDate === null || expectedDeliveryDate.getTime() === row.expected_delivery_date?.getTime()
    ? row
    : { ...row, expected_delivery_date: expectedDeliveryDate };

/** Folds the fresh scans over the shipment: each either moves it a step or is only kept. */
const weigh = (
  before: ShipmentRow,
  fresh: FreshScan[],
  { now, rtoPaise }: { now: Date; rtoPaise: number | null },
): ShipmentChange => {
  const start: ShipmentChange = { after: before, timeline: [], events: [] };
  return fresh.reduce<ShipmentChange>((sum, { scan, fingerprint }) => {
    const step = moves(sum.after, scan)
      ? changeStatus(sum.after, statusChangeOf(sum.after, scan, { to: scan.status, fingerprint, rtoPaise }), now)
      : { after: sum.after, timeline: [keptOnly(sum.after, scan, fingerprint)], events: [] };
    const isNewest = sum.after.last_scan_at === null || scan.at > sum.after.last_scan_at;
    return {
      after: isNewest ? { ...step.after, last_scan_at: scan.at } : step.after,
      timeline: [...sum.timeline, ...step.timeline],
      events: [...sum.events, ...step.events],
    };
  }, start);
};

const moves = (row: ShipmentRow, scan: Scan): scan is Scan & { status: NonNullable<Scan['status']> } =>
  scan.status !== null &&
  (row.last_scan_at === null || scan.at >= row.last_scan_at) &&
  mayScanTo(row.status, scan.status, row.shipment_type);

const isReturn = (status: ShipmentStatus | null): boolean =>
  status === 'RTO_INITIATED' || status === 'RTO_IN_TRANSIT' || status === 'RTO_DELIVERED';

/** Set when the parcel turns back, as billing charges it; gone when the courier withdraws the return before it began. */
const rtoChargeOf = (before: ShipmentRow, to: ShipmentStatus, rtoPaise: number | null): Partial<ShipmentRow> => {
  if (isReturn(to)) return { rto_charge_paise: before.rto_charge_paise ?? rtoPaise };
  const isWithdrawn = before.status === 'RTO_INITIATED' && to !== 'LOST' && to !== 'DAMAGED';
  return isWithdrawn ? { rto_charge_paise: null } : {};
};

const statusChangeOf = (
  before: ShipmentRow,
  scan: Scan,
  { to, fingerprint, rtoPaise }: { to: ShipmentStatus; fingerprint: string; rtoPaise: number | null },
) => ({
  to,
  at: scan.at,
  description: scan.description,
  location: scan.location,
  rawStatus: scan.rawStatus,
  rawStatusCode: scan.rawStatusCode,
  fingerprint,
  ndrReason: scan.ndrReason,
  set: {
    ...rtoChargeOf(before, to, rtoPaise),
    ...(scan.receivedBy === undefined ? {} : { pod_recipient_name: scan.receivedBy }),
    ...(scan.expectedDeliveryDate === undefined ? {} : { expected_delivery_date: scan.expectedDeliveryDate }),
    ...(scan.qc === undefined
      ? {}
      : {
          qc_status: scan.qc.status,
          qc_remarks: scan.qc.remarks,
          qc_images: scan.qc.images,
          qc_checked_at: scan.at,
        }),
  },
});

/** The timeline shows our word for the scan where there is one, else the status that the shipment has. */
const keptOnly = (row: ShipmentRow, scan: Scan, fingerprint: string): NewTrackingEvent => ({
  id: newId('trackingEvent'),
  fingerprint,
  status: scan.status ?? row.status,
  description: scan.description,
  location: scan.location,
  event_time: scan.at,
  raw_status: scan.rawStatus,
  raw_status_code: scan.rawStatusCode,
  version: null,
});
