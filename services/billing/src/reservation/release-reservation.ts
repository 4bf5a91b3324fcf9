import { FreightError, releaseReservation } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { toReservation } from './reservation.row.ts';
import { findReservation, releaseHold } from './reservation.store.ts';

export const releaseReservationHandler = implement(
  releaseReservation,
  async ({ db }: Deps, { organizationId }, { attemptId, reason }) => {
    const released = await releaseHold(db, organizationId, { attemptId, reason });
    if (released !== undefined) return toReservation(released);

    const settled = await findReservation(db, organizationId, attemptId);
    if (settled?.status === 'RELEASED') return toReservation(settled);
    throw new FreightError('INVALID_STATE', {
      message: `The charge of this booking attempt is ${settled?.status ?? 'settled'} already`,
    });
  },
);
