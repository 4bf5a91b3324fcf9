import { FreightError } from '@freight/contracts';
import type { Kysely } from 'kysely';
import { type ShipmentRow, shipmentColumns, type Tables, type TrackingEventRow } from '../tables.ts';

export const findShipment = (
  db: Kysely<Tables>,
  organizationId: string,
  id: string,
): Promise<ShipmentRow | undefined> =>
  db
    .selectFrom('shipments')
    .select(shipmentColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** @throws NOT_FOUND, also for another organization's shipment: its existence is never revealed */
export const getShipmentRow = async (db: Kysely<Tables>, organizationId: string, id: string): Promise<ShipmentRow> => {
  const row = await findShipment(db, organizationId, id);
  if (row === undefined) throw new FreightError('NOT_FOUND', { message: 'Shipment not found' });
  return row;
};

/** By AWB, and by id for callers who have only that: `/shipments/{awb}/track`. */
export const findShipmentByAwb = (
  db: Kysely<Tables>,
  organizationId: string,
  awb: string,
): Promise<ShipmentRow | undefined> =>
  db
    .selectFrom('shipments')
    .select(shipmentColumns)
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('awb_number', '=', awb), eb('id', '=', awb)]))
    .executeTakeFirst();

/** Across organizations: for the public record and for couriers, who know nothing of organizations. */
export const findShipmentByAwbAnywhere = (
  db: Kysely<Tables>,
  awb: string,
  courier?: ShipmentRow['courier'],
): Promise<ShipmentRow | undefined> => {
  const byAwb = db
    .selectFrom('shipments')
    .select(shipmentColumns)
    .where('awb_number', '=', awb)
    .orderBy('created_at', 'desc');
  return (courier === undefined ? byAwb : byAwb.where('courier', '=', courier)).executeTakeFirst();
};

/** The timeline, oldest first; two scans of one second stay in the order in which they arrived. */
export const listTrackingEvents = (
  db: Kysely<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<TrackingEventRow[]> =>
  db
    .selectFrom('tracking_events')
    .select([
      'organization_id',
      'id',
      'shipment_id',
      'fingerprint',
      'status',
      'description',
      'location',
      'event_time',
      'received_at',
      'raw_status',
      'raw_status_code',
      'version',
    ])
    .where('organization_id', '=', organizationId)
    .where('shipment_id', '=', shipmentId)
    .orderBy('event_time')
    .orderBy('id')
    .limit(maxTimeline)
    .execute();

/** A parcel has some dozens of scans; a courier that repeats itself with new times must not make an answer endless. */
const maxTimeline = 1_000;
