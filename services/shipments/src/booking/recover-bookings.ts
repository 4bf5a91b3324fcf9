import { FreightError, findCarrier, type OrganizationContext, releaseReservation } from '@freight/contracts';
import type { FoundConsignment, Outcome } from '@freight/couriers';
import { call } from '@freight/messaging';
import { sql } from 'kysely';
import type { CourierOfOrganization } from '../couriers/courier-accounts.ts';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { findShipment } from '../shipment/shipment.store.ts';
import type { AttemptRow, ShipmentRow } from '../tables.ts';
import { claimAbandonedAttempts, failBooking, leaveToRecovery, startReleasing, stopWatching } from './attempt.store.ts';
import { toBookingRequest } from './booking-request.ts';
import { commitBooking } from './commit-booking.ts';
import { cancelForNobody } from './late-consignment.ts';
import { plainReason } from './plain-reason.ts';
import { attemptLeaseMs } from './try-candidate.ts';

const claimLimit = 20;
/** "No such reference" counts from this many looks on: one may meet a replica of the courier that lags behind. */
const minLooks = 2;

const couldNotComplete = {
  code: 'COURIER_UNAVAILABLE',
  message: 'The booking could not be completed; nothing was charged',
};

/**
 * One turn of the recovery loop: takes attempts whose worker is gone and drives each to booked or released, asking the courier
 * by reference, never guessing. Also looks after references that were given up, and cancels a consignment made late.
 */
export const recoverBookings = async (deps: Deps): Promise<void> => {
  const attempts = await claimAbandonedAttempts(deps.db, { limit: claimLimit, leaseMs: attemptLeaseMs(deps.config) });
  await Promise.all(
    attempts.map(async (attempt) => {
      try {
        await recoverAttempt(deps, attempt);
      } catch (error) {
        const reason = plainReason(error instanceof Error ? error.message : String(error));
        deps.log.warn({ attemptId: attempt.id, tries: attempt.recovery_tries, reason }, 'booking is not settled yet');
        await leaveToRecovery(deps.db, attempt, { error: reason, afterMs: backoffMs(attempt.recovery_tries) });
      }
    }),
  );
};

/** 1 s, 2 s, 4 s … at most 1 min: an attempt that waits for a courier costs one look-up a minute. */
const backoffMs = (tries: number): number => Math.min(1_000 * 2 ** Math.min(tries - 1, 6), 60_000);

const recoverAttempt = async (deps: Deps, attempt: AttemptRow): Promise<void> => {
  switch (attempt.step) {
    case 'RESERVING':
      // The courier was not called yet, so nothing is to be asked: the hold goes back.
      return giveUp(deps, attempt, 'interrupted before the courier was called');
    case 'SENT':
      return settleSent(deps, attempt);
    case 'RELEASING':
      return finishRelease(deps, attempt, attempt.last_error ?? 'interrupted');
    case 'RELEASED':
      return watch(deps, attempt);
    case 'BOOKED':
      return stopWatching(deps.db, attempt);
  }
};

const settleSent = async (deps: Deps, attempt: AttemptRow): Promise<void> => {
  const draft = await findShipment(deps.db, attempt.organization_id, attempt.shipment_id);
  if (draft === undefined) throw new Error('the shipment of this attempt is gone');
  const found = await lookUp(deps, attempt, draft);
  if (found.kind !== 'done') throw new Error(found.kind === 'refused' ? found.message : found.cause);

  const { value } = found;
  if (value !== null && !value.isCancelled && draft.status === 'CREATED') {
    return commitFound(deps, attempt, draft, value);
  }
  // A booking that timed out may still be made: "no such reference" counts only well after the call's own time limit.
  const isLongAgo = await sql<{ is_long_ago: boolean }>`
    select ${attempt.sent_at}::timestamptz + ${deps.config.BOOKING_SETTLE_AFTER_MS} * interval '1 millisecond' < now() as is_long_ago
  `.execute(deps.db);
  if (isLongAgo.rows[0]?.is_long_ago !== true || attempt.recovery_tries < minLooks) {
    throw new Error('the courier has no such reference yet');
  }
  await giveUp(deps, attempt, attempt.last_error ?? 'the courier has no such reference', deps.config.BOOKING_WATCH_MS);
};

const commitFound = async (
  deps: Deps,
  attempt: AttemptRow,
  draft: ShipmentRow,
  found: FoundConsignment,
): Promise<void> => {
  const shipment = await commitBooking(deps, contextOf(attempt), { draft, attempt, made: found });
  if (shipment === undefined) throw new Error('somebody else changed the shipment');
  deps.log.info({ attemptId: attempt.id, shipmentId: draft.id, awb: found.awb }, 'booking recovered');
};

const giveUp = async (deps: Deps, attempt: AttemptRow, reason: string, watchMs?: number): Promise<void> => {
  if (!(await startReleasing(deps.db, attempt, { error: reason, watchMs }))) return;
  crashPoint('recovery.releasing');
  await finishRelease(deps, attempt, reason);
};

const finishRelease = async (deps: Deps, attempt: AttemptRow, error: string): Promise<void> => {
  await call(deps.bus, releaseReservation, contextOf(attempt), { attemptId: attempt.id, reason: error });
  crashPoint('recovery.released');
  await failBooking(deps.db, attempt, { error, failure: couldNotComplete });
  deps.log.info({ attemptId: attempt.id, shipmentId: attempt.shipment_id, reason: error }, 'booking released');
};

/** A consignment that the courier made after we had given it up belongs to nobody: it is cancelled, and the watch ends. */
const watch = async (deps: Deps, attempt: AttemptRow): Promise<void> => {
  // Where asking makes the consignment that was missing, nobody may ask after a booking that is given up.
  if (courierOf(deps, attempt).adapter.capabilities.findByReference !== 'look-up') {
    return stopWatching(deps.db, attempt);
  }
  const found = await lookUp(deps, attempt);
  if (found.kind === 'done' && found.value !== null) {
    if (!found.value.isCancelled) await cancelForNobody(deps, attempt, found.value.awb);
    crashPoint('recovery.late-cancelled');
    return stopWatching(deps.db, attempt);
  }
  if (attempt.watch_until !== null && attempt.watch_until.getTime() < Date.now()) {
    return stopWatching(deps.db, attempt);
  }
  await leaveToRecovery(deps.db, attempt, {
    error: attempt.last_error ?? '',
    afterMs: watchBackoffMs(attempt.recovery_tries),
  });
};

/** From 2 s, doubling, to an hour: late consignments appear soon or never. */
const watchBackoffMs = (tries: number): number => Math.min(1_000 * 2 ** Math.min(tries, 12), 3_600_000);

const lookUp = (deps: Deps, attempt: AttemptRow, draft?: ShipmentRow): Promise<Outcome<FoundConsignment | null>> => {
  const { adapter, account } = courierOf(deps, attempt);
  const connection = { account, caller: deps.caller, requestId: attempt.id };
  return adapter.findByReference(connection, {
    reference: attempt.reference,
    ...(draft === undefined ? {} : { booking: toBookingRequest(draft, attempt.candidate, attempt.reference) }),
  });
};

const courierOf = (deps: Deps, attempt: AttemptRow): CourierOfOrganization => {
  const carrier = findCarrier(attempt.carrier_id);
  const courier = carrier === undefined ? undefined : deps.accounts.find(attempt.organization_id, carrier.courier);
  if (courier === undefined) throw new FreightError('INTERNAL', { cause: `no account for ${attempt.carrier_id}` });
  return courier;
};

/** The recovery loop acts for nobody's request: the attempt itself is what its log lines and calls are known by. */
const contextOf = (attempt: AttemptRow): OrganizationContext => ({
  organizationId: attempt.organization_id,
  requestId: attempt.id,
  operationId: attempt.id,
  actor: { type: 'service', id: 'shipments' },
});
