import { FreightError, findCarrier, newId, type OrganizationContext, releaseReservation } from '@freight/contracts';
import type { FoundConsignment, Outcome } from '@freight/couriers';
import { call } from '@freight/messaging';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { findShipment } from '../shipment/shipment.store.ts';
import type { AttemptRow } from '../tables.ts';
import {
  claimAbandonedAttempts,
  failBooking,
  failOrphanedBookings,
  leaveToRecovery,
  markReleased,
  stopWatching,
} from './booking.store.ts';
import { commitBooking } from './commit-booking.ts';

const claimLimit = 20;
const claimLeaseMs = 60_000;
/** Longer than a living worker needs from the end of one attempt to the beginning of the next. */
const orphanGraceMs = 10_000;

const couldNotComplete = {
  code: 'COURIER_UNAVAILABLE',
  message: 'The booking could not be completed; nothing was charged',
};

/**
 * One turn of the recovery loop: takes attempts whose worker is gone and drives each to booked or released, asking the courier
 * by reference, never guessing. Also looks after references that were given up, and cancels a consignment made late.
 */
export const recoverBookings = async (deps: Deps): Promise<void> => {
  const attempts = await claimAbandonedAttempts(deps.db, { limit: claimLimit, leaseMs: claimLeaseMs });
  for (const attempt of attempts) {
    try {
      await recoverAttempt(deps, attempt);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.warn({ attemptId: attempt.id, tries: attempt.recovery_tries, reason }, 'booking is not settled yet');
      await leaveToRecovery(deps.db, attempt.organization_id, attempt.id, {
        error: reason,
        afterMs: backoffMs(attempt.recovery_tries),
      });
    }
  }
  await failOrphanedBookings(deps.db, { graceMs: orphanGraceMs, failure: couldNotComplete });
};

/** 1 s, 2 s, 4 s … at most 1 min: an attempt that waits for a courier costs one look-up a minute. */
const backoffMs = (tries: number): number => Math.min(1_000 * 2 ** Math.min(tries, 6), 60_000);

const recoverAttempt = async (deps: Deps, attempt: AttemptRow): Promise<void> => {
  switch (attempt.step) {
    case 'RESERVING':
      // The courier was not called yet, so nothing is to be asked: the hold goes back.
      return giveUp(deps, attempt, 'interrupted before the courier was called');
    case 'SENT':
      return settleSent(deps, attempt);
    case 'RELEASED':
    case 'BOOKED':
      return cancelLateConsignment(deps, attempt);
  }
};

const settleSent = async (deps: Deps, attempt: AttemptRow): Promise<void> => {
  const found = await lookUp(deps, attempt);
  if (found.kind !== 'done') throw new Error(found.kind === 'refused' ? found.message : found.cause);
  if (found.value !== null && !found.value.isCancelled) return commitFound(deps, attempt, found.value);

  // A booking that timed out may still be made: "no such reference" counts only well after the call's own time limit, and twice.
  const isLongAgo = await sql<{ is_long_ago: boolean }>`
    select ${attempt.sent_at}::timestamptz + ${deps.config.BOOKING_SETTLE_AFTER_MS} * interval '1 millisecond' < now() as is_long_ago
  `.execute(deps.db);
  if (isLongAgo.rows[0]?.is_long_ago !== true || attempt.recovery_tries < 2) {
    throw new Error('the courier has no such reference yet');
  }
  await giveUp(deps, attempt, attempt.last_error ?? 'the courier has no such reference', deps.config.BOOKING_WATCH_MS);
};

const commitFound = async (deps: Deps, attempt: AttemptRow, found: FoundConsignment): Promise<void> => {
  const draft = await findShipment(deps.db, attempt.organization_id, attempt.shipment_id);
  if (draft === undefined) throw new Error('the shipment of this attempt is gone');
  const shipment = await commitBooking(deps, contextOf(attempt), { draft, attempt, made: found });
  if (shipment === undefined) throw new Error('somebody else changed the shipment');
  deps.log.info({ attemptId: attempt.id, shipmentId: draft.id, awb: found.awb }, 'booking recovered');
};

const giveUp = async (deps: Deps, attempt: AttemptRow, reason: string, watchMs?: number): Promise<void> => {
  const { organization_id: organizationId, id } = attempt;
  await call(deps.bus, releaseReservation, contextOf(attempt), { attemptId: id, reason });
  await markReleased(deps.db, organizationId, id, { error: reason, ...(watchMs === undefined ? {} : { watchMs }) });
  await failBooking(deps.db, organizationId, attempt.booking_id, couldNotComplete);
  deps.log.info({ attemptId: id, shipmentId: attempt.shipment_id, reason }, 'booking released');
};

/** A consignment that the courier made after we had given it up belongs to nobody: it is cancelled, and the watch ends. */
const cancelLateConsignment = async (deps: Deps, attempt: AttemptRow): Promise<void> => {
  const { organization_id: organizationId, id, watch_until: watchUntil } = attempt;
  const found = await lookUp(deps, attempt);
  const carrier = findCarrier(attempt.carrier_id);
  if (found.kind === 'done' && found.value !== null && carrier !== undefined) {
    if (!found.value.isCancelled) {
      await deps.db
        .insertInto('courier_tasks')
        .values({
          organization_id: organizationId,
          id: newId('operation'),
          kind: 'CANCEL',
          shipment_id: attempt.shipment_id,
          courier: carrier.courier,
          awb_number: found.value.awb,
          last_error: null,
          settled_at: null,
        })
        .onConflict((conflict) => conflict.constraint('courier_tasks_once').doNothing())
        .execute();
      deps.wake.courierTasks();
      deps.log.warn({ attemptId: id, awb: found.value.awb }, 'late consignment is cancelled');
    }
    return stopWatching(deps.db, organizationId, id);
  }
  if (watchUntil !== null && watchUntil.getTime() < Date.now()) return stopWatching(deps.db, organizationId, id);
  await leaveToRecovery(deps.db, organizationId, id, {
    error: attempt.last_error ?? '',
    afterMs: watchBackoffMs(attempt.recovery_tries),
  });
};

/** From 2 s, doubling, to an hour: late consignments appear soon or never. */
const watchBackoffMs = (tries: number): number => Math.min(2_000 * 2 ** Math.min(tries, 11), 3_600_000);

const lookUp = async (deps: Deps, attempt: AttemptRow): Promise<Outcome<FoundConsignment | null>> => {
  const carrier = findCarrier(attempt.carrier_id);
  const courier = carrier === undefined ? undefined : deps.accounts.find(attempt.organization_id, carrier.courier);
  if (courier === undefined) throw new FreightError('INTERNAL', { cause: `no account for ${attempt.carrier_id}` });
  const connection = { account: courier.account, caller: deps.caller, requestId: attempt.id };
  return courier.adapter.findByReference(connection, { reference: attempt.reference });
};

/** The recovery loop acts for nobody's request: the attempt itself is what its log lines and calls are known by. */
const contextOf = (attempt: AttemptRow): OrganizationContext => ({
  organizationId: attempt.organization_id,
  requestId: attempt.id,
  operationId: attempt.id,
  actor: { type: 'service', id: 'shipments' },
});
