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
import { leaveToRecovery, markSent, startReleasing } from './attempt.store.ts';
import { toBookingRequest } from './booking-request.ts';
import { commitBooking } from './commit-booking.ts';
import { settleLateAnswer } from './late-consignment.ts';
import { plainReason } from './plain-reason.ts';

/**
 * What trying one candidate came to. refused: nothing is held and the courier certainly made nothing, so another candidate may be
 * tried, unless it would hear the same. unsettled: nobody knows yet; the recovery loop finds out, and until then nothing else may
 * be tried.
 */
export type AttemptResult =
  | { kind: 'booked'; shipment: ShipmentRow; made: Booking }
  | { kind: 'refused'; error: FreightError; isFinal: boolean }
  | Unsettled;

type Unsettled = { kind: 'unsettled'; error: FreightError };

/**
 * How long the worker of an attempt keeps it before the recovery loop may take over: five calls to a courier (a login, a new
 * warehouse, the booking before and after it, a look-up). A worker that is slower still is fenced off.
 */
export const attemptLeaseMs = ({ COURIER_TIMEOUT_MS }: Pick<Deps['config'], 'COURIER_TIMEOUT_MS'>): number =>
  COURIER_TIMEOUT_MS * 5;

/** Reserves the price, asks the courier under the attempt's reference, and settles what can be settled. */
export const tryCandidate = async (
  deps: Deps,
  context: OrganizationContext,
  draft: ShipmentRow,
  attempt: AttemptRow,
): Promise<AttemptResult> => {
  const courier = courierOf(deps, context, attempt);
  if (courier === undefined) return nothingHeld(unavailableError('no courier account'));

  try {
    await call(deps.bus, reserveCharge, context, reservationOf(draft, attempt));
  } catch (error) {
    return afterFailedReserve(deps, context, attempt, error);
  }
  crashPoint('booking.reserved');

  if (!(await markSent(deps.db, attempt, attemptLeaseMs(deps.config)))) return takenOver();
  crashPoint('booking.marked-sent');

  const outcome = await bookOrFind(deps, context, courier, draft, attempt);
  crashPoint('booking.courier-answered');
  switch (outcome.kind) {
    case 'done': {
      const made = outcome.value;
      const shipment =
        (await commitBooking(deps, context, { draft, attempt, made })) ?? (await settleLateAnswer(deps, attempt, made));
      return shipment === undefined ? takenOver() : { kind: 'booked', shipment, made };
    }
    case 'refused':
      return release(deps, context, attempt, refusalError(outcome.reason, outcome.message));
    case 'failed':
      return release(deps, context, attempt, unavailableError(outcome.cause), deps.config.BOOKING_WATCH_MS);
    case 'unknown': {
      await leaveToRecovery(deps.db, attempt, { error: plainReason(outcome.cause), afterMs: 0 });
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
    shipmentType: draft.shipment_type,
    isQcRequired: draft.is_qc_required,
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
  if (error instanceof FreightError && forWantOfMoney.includes(error.code)) return nothingHeld(error, true);
  return release(
    deps,
    context,
    attempt,
    error instanceof FreightError ? error : new FreightError('INTERNAL', { cause: error }),
  );
};

const forWantOfMoney: readonly ErrorCode[] = ['INSUFFICIENT_BALANCE', 'WALLET_NOT_CONFIGURED'];

const nothingHeld = (error: FreightError, isFinal = false): AttemptResult => ({ kind: 'refused', error, isFinal });

/**
 * Gives the hold back. The attempt is fenced off first: whoever else works on it can then neither commit it nor release it, so
 * money is given back only for a consignment that nobody will use. Dying in between is harmless: the recovery loop releases again,
 * and giving back twice gives back once.
 */
const release = async (
  deps: Deps,
  context: OrganizationContext,
  attempt: AttemptRow,
  error: FreightError,
  watchMs?: number,
): Promise<AttemptResult> => {
  const reason = plainReason(error.message);
  if (!(await startReleasing(deps.db, attempt, { error: reason, watchMs }))) return takenOver();
  crashPoint('booking.releasing');
  try {
    await call(deps.bus, releaseReservation, context, { attemptId: attempt.id, reason });
  } catch (releaseError) {
    deps.log.warn({ err: releaseError, attemptId: attempt.id }, 'hold is left to the recovery loop');
    await leaveToRecovery(deps.db, attempt, { error: reason, afterMs: 0 });
    return { kind: 'unsettled', error };
  }
  crashPoint('booking.released');
  return nothingHeld(error);
};

/** What the request of an attempt hears that somebody else is settling: the recovery loop, after this process was away too long. */
export const takenOver = (): Unsettled => ({ kind: 'unsettled', error: unsettledError('attempt was taken over') });

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
