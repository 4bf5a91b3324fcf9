import type { AllocationTrace, Candidate } from '@freight/contracts';
import { type Kysely, sql } from 'kysely';
import type { AttemptRow, BookingFailure, BookingRow, ShipmentRow, Tables } from '../tables.ts';

const attemptColumns = [
  'organization_id',
  'id',
  'booking_id',
  'shipment_id',
  'attempt_number',
  'carrier_id',
  'reference',
  'candidate',
  'step',
  'sent_at',
  'awb_number',
  'last_error',
  'lease_until',
  'recovery_tries',
  'watch_until',
  'started_at',
  'settled_at',
] as const;

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

export type NewAttempt = { id: string; attemptNumber: number; candidate: Candidate; reference: string };

/**
 * Writes the intent before anything leaves the process: an OPEN booking with its first attempt. The draft's revision moves in
 * the same statement, so an edit or a cancel that read the draft before finds out and reads again.
 *
 * @returns false when the draft changed since it was read, or another booking of it is open
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
    leaseMs: number;
  },
): Promise<boolean> => {
  const { first } = booking;
  const { rows } = await sql<{ id: string }>`
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
    insert into booking_attempts (
      organization_id, id, booking_id, shipment_id, attempt_number, carrier_id, reference, candidate, step, lease_until
    )
    select
      organization_id, ${first.id}, id, shipment_id, ${first.attemptNumber}, ${first.candidate.carrierId}, ${first.reference},
      ${JSON.stringify(first.candidate)}::jsonb, 'RESERVING', now() + ${booking.leaseMs} * interval '1 millisecond'
    from opened
    returning id
  `.execute(db);
  return rows.length === 1;
};

/** The next candidate of an open booking; only after the attempt before it is settled. */
export const insertAttempt = async (
  db: Kysely<Tables>,
  previous: AttemptRow,
  next: NewAttempt & { leaseMs: number },
): Promise<void> => {
  await sql`
    insert into booking_attempts (
      organization_id, id, booking_id, shipment_id, attempt_number, carrier_id, reference, candidate, step, lease_until
    )
    values (
      ${previous.organization_id}, ${next.id}, ${previous.booking_id}, ${previous.shipment_id}, ${next.attemptNumber},
      ${next.candidate.carrierId}, ${next.reference}, ${JSON.stringify(next.candidate)}::jsonb, 'RESERVING',
      now() + ${next.leaseMs} * interval '1 millisecond'
    )
  `.execute(db);
};

/**
 * From here on the courier may have the consignment. False when the recovery loop took the attempt over: whoever was asleep so
 * long must not call the courier any more.
 */
export const markSent = async (
  db: Kysely<Tables>,
  organizationId: string,
  attemptId: string,
  leaseMs: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('booking_attempts')
    .set({ step: 'SENT', sent_at: sql`now()`, lease_until: sql`now() + ${leaseMs} * interval '1 millisecond'` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', attemptId)
    .where('step', '=', 'RESERVING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Nothing is held any more. `watchMs` keeps looking for a consignment that the courier may still make out of a late call. */
export const markReleased = async (
  db: Kysely<Tables>,
  organizationId: string,
  attemptId: string,
  { error, watchMs }: { error: string; watchMs?: number },
): Promise<void> => {
  await db
    .updateTable('booking_attempts')
    .set({
      step: 'RELEASED',
      last_error: error,
      settled_at: sql`now()`,
      watch_until: watchMs === undefined ? null : sql`now() + ${watchMs} * interval '1 millisecond'`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', attemptId)
    .where('step', 'in', ['RESERVING', 'SENT'])
    .execute();
};

/** Hands an attempt to the recovery loop: its outcome is not known here. */
export const leaveToRecovery = async (
  db: Kysely<Tables>,
  organizationId: string,
  attemptId: string,
  { error, afterMs }: { error: string; afterMs: number },
): Promise<void> => {
  await db
    .updateTable('booking_attempts')
    .set({ last_error: error, lease_until: sql`now() + ${afterMs} * interval '1 millisecond'` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', attemptId)
    .where((eb) => eb.or([eb('step', 'in', ['RESERVING', 'SENT']), eb('watch_until', 'is not', null)]))
    .execute();
};

export const failBooking = async (
  db: Kysely<Tables>,
  organizationId: string,
  bookingId: string,
  failure: BookingFailure,
): Promise<void> => {
  await db
    .updateTable('bookings')
    .set({ status: 'FAILED', failure: JSON.stringify(failure), settled_at: sql`now()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', bookingId)
    .where('status', '=', 'OPEN')
    .execute();
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

export const listAttempts = (db: Kysely<Tables>, organizationId: string, bookingIds: string[]): Promise<AttemptRow[]> =>
  db
    .selectFrom('booking_attempts')
    .select(attemptColumns)
    .where('organization_id', '=', organizationId)
    .where('booking_id', '=', sql<string>`any(${bookingIds})`)
    .orderBy('started_at')
    .orderBy('attempt_number')
    .execute();

export const findAttempt = (
  db: Kysely<Tables>,
  organizationId: string,
  attemptId: string,
): Promise<AttemptRow | undefined> =>
  db
    .selectFrom('booking_attempts')
    .select(attemptColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', attemptId)
    .executeTakeFirst();

/**
 * Takes attempts whose worker is gone (its lease has run out), or whose late consignment is still watched for. Replicas share
 * the work: a row that another one is taking is skipped, and the new lease keeps it for this one.
 */
export const claimAbandonedAttempts = async (
  db: Kysely<Tables>,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<AttemptRow[]> => {
  const { rows } = await sql<AttemptRow>`
    update booking_attempts as attempt
    set lease_until = now() + ${leaseMs} * interval '1 millisecond', recovery_tries = recovery_tries + 1
    from (
      select organization_id, id
      from booking_attempts
      where lease_until < now() and (step in ('RESERVING', 'SENT') or watch_until is not null)
      order by lease_until
      limit ${limit}
      for update skip locked
    ) as due
    where attempt.organization_id = due.organization_id and attempt.id = due.id
    returning ${sql.join(attemptColumns.map((column) => sql.ref(`attempt.${column}`)))}
  `.execute(db);
  return rows;
};

export const stopWatching = async (db: Kysely<Tables>, organizationId: string, attemptId: string): Promise<void> => {
  await db
    .updateTable('booking_attempts')
    .set({ watch_until: null })
    .where('organization_id', '=', organizationId)
    .where('id', '=', attemptId)
    .execute();
};

/** Oldest first; bounded by paging. */
export const listUnsettledAttempts = async (
  db: Kysely<Tables>,
  { organizationId, page, limit }: { organizationId?: string | undefined; page: number; limit: number },
): Promise<{ rows: AttemptRow[]; total: number }> => {
  const unsettled = db
    .selectFrom('booking_attempts')
    .where('step', 'in', ['RESERVING', 'SENT'])
    .where('lease_until', '<', sql<Date>`now()`)
    .$if(organizationId !== undefined, (query) => query.where('organization_id', '=', organizationId ?? ''));
  const [rows, count] = await Promise.all([
    unsettled
      .select(attemptColumns)
      .orderBy('started_at')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    unsettled.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
};

/**
 * Closes bookings that are OPEN although every attempt of theirs is released: the process died between two candidates. The grace
 * lets a living worker write its next attempt.
 */
export const failOrphanedBookings = async (
  db: Kysely<Tables>,
  { graceMs, failure }: { graceMs: number; failure: BookingFailure },
): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update bookings
    set status = 'FAILED', failure = ${JSON.stringify(failure)}::jsonb, settled_at = now()
    where status = 'OPEN'
      and not exists (
        select 1 from booking_attempts as attempt
        where attempt.organization_id = bookings.organization_id
          and attempt.booking_id = bookings.id
          and (attempt.step in ('RESERVING', 'SENT', 'BOOKED')
            or attempt.settled_at > now() - ${graceMs} * interval '1 millisecond')
      )
    returning id
  `.execute(db);
  return rows.length;
};
