import { FreightError } from '@freight/contracts';
import { isUniqueViolation } from '@freight/database';
import { type Kysely, sql } from 'kysely';
import type { ShipmentChange } from '../status/change-shipment.ts';
import { type ShipmentRow, shipmentColumns, type Tables, writtenColumn } from '../tables.ts';

/**
 * Writes a new draft with the first line of its timeline and its event, in one statement. Two creates of one reference meet at a
 * unique index; `allowDuplicate` stands outside that index and is not looked at by it, which is why the look-up is here too.
 *
 * @throws DUPLICATE_ORDER_REF when a live shipment of the organization has the reference
 * @returns the draft; the earlier one when this very request already made it
 */
export const insertDraft = async (
  db: Kysely<Tables>,
  { after, timeline, events }: ShipmentChange,
  { allowDuplicate }: { allowDuplicate: boolean },
): Promise<ShipmentRow> => {
  const columns = sql.join(shipmentColumns.map((column) => sql.ref(column)));
  try {
    const { rows } = await sql<{ id: string }>`
      with draft as (
        insert into shipments (${columns})
        select ${columns}
        from jsonb_populate_record(null::shipments, ${JSON.stringify(after)}::jsonb)
        where ${allowDuplicate} or not exists (
          select 1 from shipments
          where organization_id = ${after.organization_id}
            and order_reference_number = ${after.order_reference_number}
            and status <> 'CANCELLED'
            and created_by_operation <> ${after.created_by_operation}
        )
        returning organization_id, id
      ),
      logged as (
        insert into tracking_events (
          organization_id, id, shipment_id, fingerprint, status, description, event_time, version
        )
        select draft.organization_id, line.id, draft.id, line.fingerprint, line.status, line.description, line.event_time,
          line.version
        from draft
        cross join jsonb_to_recordset(${JSON.stringify(timeline)}::jsonb) as line (
          id text, fingerprint text, status text, description text, event_time timestamptz, version integer
        )
      ),
      announced as (
        insert into outbox (event_id, aggregate, subject, body, traceparent)
        select event."eventId", event.aggregate, event.subject, event.body, event.traceparent
        from draft
        cross join jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as event (
          "eventId" text, aggregate text, subject text, body text, traceparent text
        )
      )
      select id from draft
    `.execute(db);
    if (rows.length === 0) throw duplicateReference(after.order_reference_number);
    return after;
  } catch (error) {
    if (isUniqueViolation(error, 'shipments_operation_once')) {
      return getDraftOfOperation(db, after.organization_id, after.created_by_operation);
    }
    if (isUniqueViolation(error, 'shipments_live_reference')) throw duplicateReference(after.order_reference_number);
    throw error;
  }
};

/** @throws DUPLICATE_ORDER_REF when the new reference is taken; returns false when the draft changed since it was read */
export const updateDraft = async (db: Kysely<Tables>, before: ShipmentRow, after: ShipmentRow): Promise<boolean> => {
  const changed = shipmentColumns.filter((column) => before[column] !== after[column]);
  const assignments = changed.map((column) => sql`${sql.ref(column)} = ${writtenColumn(after, column)}`);
  const hasNewReference = before.order_reference_number !== after.order_reference_number;
  try {
    const { rows } = await sql<{ id: string }>`
      update shipments
      set ${sql.join([sql`revision = revision + 1`, ...assignments])}
      where organization_id = ${before.organization_id}
        and id = ${before.id}
        and status = 'CREATED'
        and revision = ${before.revision}
        and not exists (
          select 1 from bookings
          where organization_id = ${before.organization_id} and shipment_id = ${before.id} and status = 'OPEN'
        )
      returning id
    `.execute(db);
    return rows.length === 1;
  } catch (error) {
    if (hasNewReference && isUniqueViolation(error, 'shipments_live_reference')) {
      throw duplicateReference(after.order_reference_number);
    }
    throw error;
  }
};

/** Is there another live shipment of this reference? For a patch; a create asks in its own statement. */
export const isReferenceTaken = async (db: Kysely<Tables>, after: ShipmentRow): Promise<boolean> => {
  const taken = await db
    .selectFrom('shipments')
    .select('id')
    .where('organization_id', '=', after.organization_id)
    .where('order_reference_number', '=', after.order_reference_number)
    .where('status', '<>', 'CANCELLED')
    .where('id', '<>', after.id)
    .executeTakeFirst();
  return taken !== undefined;
};

export const duplicateReference = (reference: string): FreightError =>
  new FreightError('DUPLICATE_ORDER_REF', {
    message: `A live shipment already has orderReferenceNumber ${reference}`,
  });

const getDraftOfOperation = (db: Kysely<Tables>, organizationId: string, operationId: string): Promise<ShipmentRow> =>
  db
    .selectFrom('shipments')
    .select(shipmentColumns)
    .where('organization_id', '=', organizationId)
    .where('created_by_operation', '=', operationId)
    .executeTakeFirstOrThrow();
