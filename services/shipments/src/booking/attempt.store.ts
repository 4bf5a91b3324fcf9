import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AttemptRow, BookingFailure, Tables } from '../tables.ts';
import { attemptColumns, insertedAttempt, type NewAttempt } from './attempt.row.ts';

/**
 * Whoever works on an attempt holds it as it was when taken: the recovery loop counts `recovery_tries` up as it takes one over,
 * and from then on nothing that an earlier holder writes has an effect. That is the fence against a process which was
 * asleep longer than its lease.
 */
const heldAs = (attempt: AttemptRow) => sql<SqlBool>`
  organization_id = ${attempt.organization_id} and id = ${attempt.id} and recovery_tries = ${attempt.recovery_tries}`;

const after = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

/** From here on the courier may have the consignment. False when the attempt was taken over: the courier must not be called. */
export const markSent = async (db: Kysely<Tables>, attempt: AttemptRow, leaseMs: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('booking_attempts')
    .set({ step: 'SENT', sent_at: sql`now()`, lease_until: after(leaseMs) })
    .where(heldAs(attempt))
    .where('step', '=', 'RESERVING')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/**
 * Decides that the attempt comes to nothing, before its hold is given back: nobody can commit it from now on. `watchMs` keeps
 * looking for a consignment that the courier may still make out of a late call.
 *
 * @returns false when the attempt was taken over, or became the shipment's; then its hold must be left alone
 */
export const startReleasing = async (
  db: Kysely<Tables>,
  attempt: AttemptRow,
  { error, watchMs }: { error: string; watchMs?: number | undefined },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('booking_attempts')
    .set({ step: 'RELEASING', last_error: error, watch_until: watchMs === undefined ? null : after(watchMs) })
    .where(heldAs(attempt))
    .where('step', 'in', ['RESERVING', 'SENT'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** When the first look for a late consignment is taken: couriers work on a call for seconds after its caller has gone. */
const firstWatchMs = 2_000;

/** Ends an attempt that holds nothing, as the first part of a statement that says what comes after it. */
const released = (attempt: AttemptRow, error: string) => sql`
  released as (
    update booking_attempts
    set step = 'RELEASED', settled_at = now(), last_error = ${error}, lease_until = ${after(firstWatchMs)}
    where ${heldAs(attempt)} and step in ('RESERVING', 'RELEASING')
    returning organization_id, booking_id, shipment_id
  )`;

/** Ends an attempt that holds nothing, and its booking with it. False when the attempt was taken over. */
export const failBooking = async (
  db: Kysely<Tables>,
  attempt: AttemptRow,
  { error, failure }: { error: string; failure: BookingFailure },
): Promise<boolean> => {
  const { rows } = await sql<{ booking_id: string }>`
    with ${released(attempt, error)},
    failed as (
      update bookings
      set status = 'FAILED', failure = ${JSON.stringify(failure)}::jsonb, settled_at = now()
      from released
      where bookings.organization_id = released.organization_id and bookings.id = released.booking_id and status = 'OPEN'
    )
    select booking_id from released
  `.execute(db);
  return rows.length === 1;
};

/**
 * Ends an attempt that holds nothing and begins with the next candidate, in one statement: an OPEN booking has one attempt under
 * way at every moment, so a crash leaves none that nobody looks after.
 *
 * @returns the new attempt; undefined when the one before was taken over
 */
export const openNextAttempt = async (
  db: Kysely<Tables>,
  previous: AttemptRow,
  { error, next }: { error: string; next: NewAttempt },
): Promise<AttemptRow | undefined> => {
  const { rows } = await sql<AttemptRow>`
    with ${released(previous, error)},
    opened as (
      select bookings.organization_id, bookings.id, bookings.shipment_id
      from released
      join bookings on bookings.organization_id = released.organization_id and bookings.id = released.booking_id
    )
    ${insertedAttempt(next)}
  `.execute(db);
  return rows[0];
};

/** Hands an attempt to the recovery loop: its outcome is not known here. */
export const leaveToRecovery = async (
  db: Kysely<Tables>,
  attempt: AttemptRow,
  { error, afterMs }: { error: string; afterMs: number },
): Promise<void> => {
  await db
    .updateTable('booking_attempts')
    .set({ last_error: error, lease_until: after(afterMs) })
    .where(heldAs(attempt))
    .where((eb) => eb.or([eb('step', 'in', ['RESERVING', 'SENT', 'RELEASING']), eb('watch_until', 'is not', null)]))
    .execute();
};

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
    set lease_until = ${after(leaseMs)}, recovery_tries = recovery_tries + 1
    from (
      select organization_id, id
      from booking_attempts
      where lease_until < now() and (step in ('RESERVING', 'SENT', 'RELEASING') or watch_until is not null)
      order by lease_until
      limit ${limit}
      for update skip locked
    ) as due
    where attempt.organization_id = due.organization_id and attempt.id = due.id
    returning ${sql.join(attemptColumns.map((column) => sql.ref(`attempt.${column}`)))}
  `.execute(db);
  return rows;
};

export const stopWatching = async (db: Kysely<Tables>, attempt: AttemptRow): Promise<void> => {
  await db.updateTable('booking_attempts').set({ watch_until: null }).where(heldAs(attempt)).execute();
};

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

export const listAttempts = (db: Kysely<Tables>, organizationId: string, bookingIds: string[]): Promise<AttemptRow[]> =>
  db
    .selectFrom('booking_attempts')
    .select(attemptColumns)
    .where('organization_id', '=', organizationId)
    .where('booking_id', '=', sql<string>`any(${bookingIds})`)
    .orderBy('started_at')
    .orderBy('attempt_number')
    .execute();

/** Attempts that the recovery loop has taken, or is about to take, and has not settled; oldest first. */
export const listUnsettledAttempts = async (
  db: Kysely<Tables>,
  { organizationId, page, limit }: { organizationId?: string | undefined; page: number; limit: number },
): Promise<{ rows: AttemptRow[]; total: number }> => {
  const unsettled = db
    .selectFrom('booking_attempts')
    .where('step', 'in', ['RESERVING', 'SENT', 'RELEASING'])
    .where((eb) => eb.or([eb('recovery_tries', '>', 0), eb('lease_until', '<', sql<Date>`now()`)]))
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
