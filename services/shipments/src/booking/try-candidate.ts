import {
  type ErrorCode,
  FreightError,
  findCarrier,
  type OrganizationContext,
  releaseReservation,
  reserveCharge,
} from '@freight/contracts';
import { type Booking, done, type Outcome, type RefusalReason, unknown } from '@freight/couriers';
import { call } from '@freight/messaging';
import type { CourierOfOrganization } from '../couriers/courier-accounts.ts';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import type { AttemptRow, ShipmentRow } from '../tables.ts';
import { leaveToRecovery, markReleased, markSent } from './booking.store.ts';
import { toBookingRequest } from './booking-request.ts';
import { commitBooking } from './commit-booking.ts';

/**
 * What trying one candidate came to. refused: nothing is held and the courier certainly made nothing, so another candidate may be
 * tried. unsettled: nobody knows yet; the recovery loop finds out, and until then nothing else may be tried.
 */
export type AttemptResult =
  | { kind: 'booked'; shipment: ShipmentRow; made: Booking }
  | { kind: 'refused'; error: FreightError }
  | { kind: 'unsettled'; error: FreightError };

/** How long the worker of an attempt keeps it before the recovery loop may take over; longer than all it does. */
export const attemptLeaseMs = (courierTimeoutMs: number): number => courierTimeoutMs * 3 + 15_000;

/** Reserves the price, asks the courier under the attempt's reference, and settles what can be settled. */
export const tryCandidate = async (
  deps: Deps,
  context: OrganizationContext,
  draft: ShipmentRow,
  attempt: AttemptRow,
): Promise<AttemptResult> => {
  const courier = courierOf(deps, context, attempt);
  if (courier === undefined) {
    return release(deps, context, attempt, unavailableError('no courier account'));
  }

  try {
    await call(deps.bus, reserveCharge, context, reservationOf(draft, attempt));
  } catch (error) {
    return afterFailedReserve(deps, context, attempt, error);
  }
  crashPoint('booking.reserved');

  const leaseMs = attemptLeaseMs(deps.config.COURIER_TIMEOUT_MS);
  if (!(await markSent(deps.db, context.organizationId, attempt.id, leaseMs))) return takenOver();
  crashPoint('booking.marked-sent');

  const outcome = await bookOrFind(deps, context, courier, draft, attempt);
  crashPoint('booking.courier-answered');
  switch (outcome.kind) {
    case 'done': {
      const shipment = await commitBooking(deps, context, { draft, attempt, made: outcome.value });
      return shipment === undefined ? takenOver() : { kind: 'booked', shipment, made: outcome.value };
    }
    case 'refused':
      return release(deps, context, attempt, refusalError(outcome.reason, outcome.message));
    case 'failed':
      return release(deps, context, attempt, unavailableError(outcome.cause), deps.config.BOOKING_WATCH_MS);
    case 'unknown': {
      await leaveToRecovery(deps.db, context.organizationId, attempt.id, { error: outcome.cause, afterMs: 0 });
      return { kind: 'unsettled', error: unsettledError(outcome.cause) };
    }
  }
};

const courierOf = (
  deps: Deps,
  context: OrganizationContext,
  attempt: AttemptRow,
): CourierOfOrganization | undefined => {
  const carrier = findCarrier(attempt.carrier_id);
  return carrier === undefined ? undefined : deps.accounts.find(context.organizationId, carrier.courier);
};

const reservationOf = (draft: ShipmentRow, { id, candidate }: AttemptRow) => ({
  attemptId: id,
  price: candidate.price,
  reason: {
    shipmentId: draft.id,
    orderReferenceNumber: draft.order_reference_number,
    carrierId: candidate.carrierId,
    rateCardVersion: candidate.rateCardVersion,
    zone: candidate.zone,
    chargeableWeightGrams: candidate.chargeableWeightGrams,
  },
});

/** An answer that is lost, garbled or late is not a failure: the courier is asked by reference before anything is believed. */
const bookOrFind = async (
  deps: Deps,
  { requestId }: OrganizationContext,
  { adapter, account }: CourierOfOrganization,
  draft: ShipmentRow,
  attempt: AttemptRow,
): Promise<BookingOutcome> => {
  const connection = { account, caller: deps.caller, requestId };
  const booking = toBookingRequest(draft, attempt.candidate, attempt.reference);
  const booked = await adapter.book(connection, booking);
  const mayExist = booked.kind === 'unknown' || (booked.kind === 'refused' && booked.reason === 'DUPLICATE_REFERENCE');
  if (!mayExist) return booked;
  const found = await adapter.findByReference(connection, { reference: attempt.reference, booking });
  if (found.kind === 'done' && found.value !== null && !found.value.isCancelled) return done(found.value);
  if (booked.kind === 'refused') return unknown('duplicate reference that is not found');
  const isGone = booked.isOver === true && found.kind === 'done' && found.value === null;
  return isGone ? { kind: 'failed', cause: booked.cause } : booked;
};

/** failed: the courier answered nonsense, is done with the request, and has no such reference. */
type BookingOutcome = Outcome<Booking> | { kind: 'failed'; cause: string };

/** A refusal for want of money holds nothing; a lost answer may hold something, so the hold is given back, made or not. */
const afterFailedReserve = async (
  deps: Deps,
  context: OrganizationContext,
  attempt: AttemptRow,
  error: unknown,
): Promise<AttemptResult> => {
  if (error instanceof FreightError && nothingHeld.includes(error.code)) {
    await markReleased(deps.db, context.organizationId, attempt.id, { error: error.message });
    return { kind: 'refused', error };
  }
  return release(
    deps,
    context,
    attempt,
    error instanceof FreightError ? error : new FreightError('INTERNAL', { cause: error }),
  );
};

const nothingHeld: readonly ErrorCode[] = ['INSUFFICIENT_BALANCE', 'WALLET_NOT_CONFIGURED'];

/** Gives the hold back, then says so in the attempt; dying in between is harmless, since giving back twice gives back once. */
const release = async (
  deps: Deps,
  context: OrganizationContext,
  attempt: AttemptRow,
  error: FreightError,
  watchMs?: number,
): Promise<AttemptResult> => {
  try {
    await call(deps.bus, releaseReservation, context, { attemptId: attempt.id, reason: error.message });
  } catch (releaseError) {
    deps.log.warn({ err: releaseError, attemptId: attempt.id }, 'hold is left to the recovery loop');
    await leaveToRecovery(deps.db, context.organizationId, attempt.id, { error: error.message, afterMs: 0 });
    return { kind: 'unsettled', error };
  }
  await markReleased(deps.db, context.organizationId, attempt.id, {
    error: error.message,
    ...(watchMs === undefined ? {} : { watchMs }),
  });
  return { kind: 'refused', error };
};

const takenOver = (): AttemptResult => ({ kind: 'unsettled', error: unsettledError('attempt was taken over') });

const unsettledError = (cause: string): FreightError =>
  new FreightError('COURIER_UNAVAILABLE', {
    message: 'The courier gave no usable answer; the booking is being settled and nothing stays charged if it failed',
    cause,
  });

const unavailableError = (cause: string): FreightError => new FreightError('COURIER_UNAVAILABLE', { cause });

/** The courier's refusal as the merchant hears it. */
const refusalError = (reason: RefusalReason, message: string): FreightError => {
  switch (reason) {
    case 'UNAVAILABLE':
    case 'RATE_LIMITED':
      return unavailableError(message);
    case 'ACCOUNT':
      return new FreightError('COURIER_REJECTED', { message: 'The courier account needs attention', cause: message });
    case 'NOT_SERVICEABLE':
    case 'INVALID_REQUEST':
    case 'DUPLICATE_REFERENCE':
    case 'NOT_FOUND':
    case 'NOT_ALLOWED':
    case 'NOT_SUPPORTED':
    case 'OTHER':
      return new FreightError('COURIER_REJECTED', { message: `The courier refused: ${message}`.slice(0, 500) });
  }
};
