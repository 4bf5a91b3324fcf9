import { FreightError, postReservation } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import type { Tables } from '../tables.ts';
import { toReservation } from './reservation.row.ts';
import { findReservation, postHold, type ReservationRow } from './reservation.store.ts';

export const postReservationHandler = implement(postReservation, async ({ db }: Deps, { organizationId }, input) =>
  toReservation(await postAttempt(db, organizationId, input)),
);

/**
 * Turns the hold of a booking attempt into a debit, once. A booking that was cancelled meanwhile stays refunded.
 *
 * @throws FreightError NOT_FOUND, INVALID_STATE when the hold was released
 */
export const postAttempt = async (
  db: Db<Tables>,
  organizationId: string,
  { attemptId, awbNumber }: { attemptId: string; awbNumber: string },
): Promise<ReservationRow> => {
  const posted = await postHold(db, organizationId, { attemptId, awbNumber });
  if (posted !== undefined) return posted;

  const known = await findReservation(db, organizationId, attemptId);
  if (known === undefined) throw new FreightError('NOT_FOUND', { message: 'This booking attempt holds nothing' });
  if (known.status === 'RELEASED') {
    throw new FreightError('INVALID_STATE', { message: 'The hold of this booking attempt is RELEASED already' });
  }
  return known;
};
