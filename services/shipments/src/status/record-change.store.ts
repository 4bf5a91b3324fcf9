import { type Kysely, sql } from 'kysely';
import { type CourierTaskRow, type ShipmentRow, shipmentColumns, type Tables, writtenColumn } from '../tables.ts';
import type { ShipmentChange } from './change-shipment.ts';

export type RecordedChange = ShipmentChange & {
  before: ShipmentRow;
  /** What a courier has to be told because of this change. */
  tasks?: Pick<CourierTaskRow, 'id' | 'kind' | 'courier' | 'awb_number'>[];
  /** Settles the booking attempt that this change completes, in the same statement. */
  booked?: { bookingId: string; attemptId: string };
};

/**
 * Writes a change in one statement: the row, the timeline, the outbox, the courier's tasks and the booking it settles, all or
 * nothing. The row must still be as it was read (version and revision): the lock is held for this statement only, and
 * whoever comes second is told so and reads again.
 *
 * @returns false when somebody else changed the shipment in between; nothing was written then
 */
export const recordChange = async (
  db: Kysely<Tables>,
  organizationId: string,
  { before, after, timeline, events, tasks = [], booked }: RecordedChange,
): Promise<boolean> => {
  const assignments = changedColumns(before, after).map(
    (column) => sql`${sql.ref(column)} = ${writtenColumn(after, column)}`,
  );
  const { rows } = await sql<{ id: string }>`
    with changed as (
      update shipments
      set ${sql.join([sql`updated_at = ${after.updated_at}`, ...assignments])}
      where organization_id = ${organizationId}
        and id = ${before.id}
        and version = ${before.version}
        and revision = ${before.revision}
        ${booked === undefined ? sql`` : stillSent(organizationId, booked.attemptId)}
      returning organization_id, id
    ),
    logged as (
      insert into tracking_events (
        organization_id, id, shipment_id, fingerprint, status, description, location, event_time, raw_status, raw_status_code,
        version
      )
      select
        changed.organization_id, line.id, changed.id, line.fingerprint, line.status, line.description, line.location,
        line.event_time, line.raw_status, line.raw_status_code, line.version
      from changed
      cross join jsonb_to_recordset(${JSON.stringify(timeline)}::jsonb) as line (
        id text, fingerprint text, status text, description text, location text, event_time timestamptz, raw_status text,
        raw_status_code text, version integer
      )
      on conflict on constraint tracking_events_once do nothing
    ),
    announced as (
      insert into outbox (event_id, aggregate, subject, body, traceparent)
      select event."eventId", event.aggregate, event.subject, event.body, event.traceparent
      from changed
      cross join jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (
        "eventId" text, aggregate text, subject text, body text, traceparent text
      )
    ),
    queued as (
      insert into courier_tasks (organization_id, id, kind, shipment_id, courier, awb_number)
      select changed.organization_id, task.id, task.kind, changed.id, task.courier, task.awb_number
      from changed
      cross join jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as task (
        id text, kind text, courier text, awb_number text
      )
      on conflict on constraint courier_tasks_once do nothing
    )
    ${booked === undefined ? sql`` : settleBooking(organizationId, booked, after)}
    select id from changed
  `.execute(db);
  return rows.length === 1;
};

/** Fencing: an attempt that the recovery loop has released in the meantime must not become the shipment's. */
const stillSent = (organizationId: string, attemptId: string) => sql`
  and exists (
    select 1 from booking_attempts
    where organization_id = ${organizationId} and id = ${attemptId} and step = 'SENT'
  )`;

const settleBooking = (
  organizationId: string,
  { bookingId, attemptId }: { bookingId: string; attemptId: string },
  after: ShipmentRow,
) => sql`,
  attempted as (
    update booking_attempts
    set step = 'BOOKED', awb_number = ${after.awb_number}, settled_at = now(), last_error = null
    from changed
    where booking_attempts.organization_id = ${organizationId} and booking_attempts.id = ${attemptId}
  ),
  settled as (
    update bookings
    set status = 'BOOKED', settled_at = now()
    from changed
    where bookings.organization_id = ${organizationId} and bookings.id = ${bookingId}
  )`;

/** Values are compared by identity: a change makes new values only for what it changes. */
const changedColumns = (before: ShipmentRow, after: ShipmentRow): (keyof ShipmentRow)[] =>
  shipmentColumns.filter((column) => column !== 'updated_at' && before[column] !== after[column]);
