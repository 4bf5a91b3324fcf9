import {
  allocateCarriers,
  bookShipment,
  type Candidate,
  FreightError,
  getOrganization,
  type InputOf,
  newId,
  type OrganizationContext,
  organizationOfTenant,
} from '@freight/contracts';
import { call, implement } from '@freight/messaging';
import { crashPoint } from '../crash-point.ts';
import type { Deps } from '../deps.ts';
import { getShipmentRow } from '../shipment/shipment.store.ts';
import type { AttemptRow, ShipmentRow } from '../tables.ts';
import { toAllocationLane } from './allocation-lane.ts';
import type { NewAttempt } from './attempt.row.ts';
import { failBooking, openNextAttempt } from './attempt.store.ts';
import { openBooking } from './booking.store.ts';
import { answerBooked } from './booking-answer.ts';
import { earlierRun } from './earlier-run.ts';
import { newReference } from './reference.ts';
import { refuseOpenBooking } from './refuse-open-booking.ts';
import { attemptLeaseMs, takenOver, tryCandidate } from './try-candidate.ts';

type BookRequest = InputOf<typeof bookShipment>;

/**
 * Books a draft: one AWB, one debit, however often and from wherever it is called. Every step that leaves the process is
 * preceded by its intent in the database, so the recovery loop can finish what a dead process began.
 */
export const bookShipmentHandler = implement(bookShipment, async (deps: Deps, context, input) => {
  const earlier = await earlierRun(deps, context, input.id);
  if (earlier !== undefined) return answerBooked(deps, earlier);

  await requireKyc(deps, context);
  const { draft, first, candidates, mayFailOver } = await open(deps, context, input);
  crashPoint('booking.opened');

  let attempt = first;
  for (;;) {
    const result = await tryCandidate(deps, context, draft, attempt);
    if (result.kind === 'booked') return answerBooked(deps, result.shipment, result.made);
    if (result.kind === 'unsettled') throw result.error;

    const { error, isFinal } = result;
    const next = mayFailOver && !isFinal ? candidates[attempt.attempt_number] : undefined;
    if (next === undefined) {
      await failBooking(deps.db, attempt, {
        error: error.message,
        failure: { code: error.code, message: error.message },
      });
      crashPoint('booking.failed');
      throw error;
    }
    attempt = await openNext(deps, attempt, error, next);
    crashPoint('booking.next-opened');
  }
});

/** 403 before 402 before any courier call; asked on every booking, so a withdrawn approval counts at once. */
const requireKyc = async (deps: Deps, context: OrganizationContext): Promise<void> => {
  const organizationId = organizationOfTenant(context.organizationId);
  const organization = await call(deps.bus, getOrganization, context, { organizationId });
  if (organization.kycStatus !== 'APPROVED') {
    throw new FreightError('KYC_NOT_APPROVED', { message: `KYC is ${organization.kycStatus}, not APPROVED` });
  }
};

/** The draft may be edited while candidates are priced; then it is read and priced again. */
const maxRereads = 5;

type Opened = { draft: ShipmentRow; first: AttemptRow; candidates: Candidate[]; mayFailOver: boolean };

const open = async (deps: Deps, context: OrganizationContext, input: BookRequest): Promise<Opened> => {
  for (let reads = 0; reads < maxRereads; reads += 1) {
    const draft = await getShipmentRow(deps.db, context.organizationId, input.id);
    refuseUnlessDraft(draft);
    const wish = wishOf(draft, input);
    const { candidates, trace } = await call(deps.bus, allocateCarriers, context, {
      ...toAllocationLane(draft),
      ...wish.named,
    });
    const [cheapest] = candidates;
    if (cheapest === undefined) throw new FreightError('NO_CARRIER_AVAILABLE');

    const booking = {
      id: newId('booking'),
      operationId: context.operationId,
      candidates,
      trace,
      mayFailOver: wish.mayFailOver,
      first: newAttempt(deps, 1, cheapest),
    };
    const first = await openBooking(deps.db, draft, booking);
    if (first !== undefined) {
      // Opening moved the revision; what is committed later must expect the row as it is now.
      const opened = { ...draft, revision: draft.revision + 1 };
      return { draft: opened, first, candidates, mayFailOver: wish.mayFailOver };
    }
    await refuseOpenBooking(deps.db, draft);
  }
  throw new FreightError('INVALID_STATE', { message: 'The draft is being changed by others, try again' });
};

const refuseUnlessDraft = ({ status }: ShipmentRow): void => {
  if (status !== 'CREATED') {
    throw new FreightError('INVALID_STATE', {
      message: `Only a CREATED shipment can be booked; this one is ${status}`,
    });
  }
};

type Wish = {
  named: Pick<BookRequest, 'carrierId' | 'carrierBrand' | 'serviceType'> & { preferredCourier?: string | undefined };
  mayFailOver: boolean;
};

/** What is named in the request goes; else the draft's own wish. A named carrier or brand is never switched silently. */
const wishOf = (draft: ShipmentRow, { carrierId, carrierBrand, serviceType }: BookRequest): Wish => {
  if (carrierId !== undefined || carrierBrand !== undefined) {
    return { named: { carrierId, carrierBrand, serviceType }, mayFailOver: false };
  }
  if (draft.preferred_carrier_id !== null && serviceType === undefined) {
    return { named: { carrierId: draft.preferred_carrier_id }, mayFailOver: false };
  }
  return { named: { serviceType, preferredCourier: draft.preferred_courier ?? undefined }, mayFailOver: true };
};

const openNext = async (
  deps: Deps,
  previous: AttemptRow,
  { message }: FreightError,
  candidate: Candidate,
): Promise<AttemptRow> => {
  const next = newAttempt(deps, previous.attempt_number + 1, candidate);
  const opened = await openNextAttempt(deps.db, previous, { error: message, next });
  if (opened === undefined) throw takenOver().error;
  return opened;
};

const newAttempt = (deps: Deps, attemptNumber: number, candidate: Candidate): NewAttempt => ({
  id: newId('booking'),
  attemptNumber,
  candidate,
  reference: newReference(),
  leaseMs: attemptLeaseMs(deps.config),
});
