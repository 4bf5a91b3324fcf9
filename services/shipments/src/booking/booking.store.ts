import type { AllocationTrace, Candidate } from '@freight/contracts';
import { type Kysely, sql } from 'kysely';
import type { AttemptRow, BookingRow, ShipmentRow, Tables } from '../tables.ts';
import { insertedAttempt, type NewAttempt } from './attempt.row.ts';

const bookingColumns = [
  'organization_id',
  'id',
  'shipment_id',
  'operation_id',
  'status',
  'candidates',
  'trace',
  'may_fail_over',
  'failure',
  'started_at',
  'settled_at',
] as const;

/**
 * Writes the intent before anything leaves the process: an OPEN booking with its first attempt. The draft's revision moves in
 * the same statement, so an edit or a cancel that read the draft before finds out and reads again.
 *
 * @returns the first attempt; undefined when the draft changed since it was read, or another booking of it is open
 */
export const openBooking = async (
  db: Kysely<Tables>,
  draft: ShipmentRow,
  booking: {
    id: string;
    operationId: string;
    candidates: Candidate[];
    trace: AllocationTrace;
    mayFailOver: boolean;
    first: NewAttempt;
  },
): Promise<AttemptRow | undefined> => {
  const { rows } = await sql<AttemptRow>`
    with draft as (
      update shipments
      set revision = revision + 1
      where organization_id = ${draft.organization_id}
        and id = ${draft.id}
        and status = 'CREATED'
        and revision = ${draft.revision}
        and not exists (
          select 1 from bookings
          where organization_id = ${draft.organization_id} and shipment_id = ${draft.id} and status = 'OPEN'
        )
      returning organization_id, id
    ),
    opened as (
      insert into bookings (organization_id, id, shipment_id, operation_id, status, candidates, trace, may_fail_over)
      select
        organization_id, ${booking.id}, id, ${booking.operationId}, 'OPEN', ${JSON.stringify(booking.candidates)}::jsonb,
        ${JSON.stringify(booking.trace)}::jsonb, ${booking.mayFailOver}
      from draft
      on conflict (organization_id, shipment_id) where status = 'OPEN' do nothing
      returning organization_id, id, shipment_id
    )
    ${insertedAttempt(booking.first)}
  `.execute(db);
  return rows[0];
};

export const findLatestBooking = (
  db: Kysely<Tables>,
  organizationId: string,
  shipmentId: string,
): Promise<BookingRow | undefined> =>
  db
    .selectFrom('bookings')
    .select(bookingColumns)
    .where('organization_id', '=', organizationId)
    .where('shipment_id', '=', shipmentId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();

export const listBookings = (db: Kysely<Tables>, organizationId: string, shipmentId: string): Promise<BookingRow[]> =>
  db
    .selectFrom('bookings')
    .select(bookingColumns)
    .where('organization_id', '=', organizationId)
    .where('shipment_id', '=', shipmentId)
    .orderBy('started_at')
    .limit(100)
    .execute();
