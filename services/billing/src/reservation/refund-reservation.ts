import { FreightError, refundReservation } from '@freight/contracts';
import type { Db } from '@freight/database';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import type { Tables } from '../tables.ts';
import { findReservation, refundReservationRow } from './reservation.store.ts';

export const refundReservationHandler = implement(
  refundReservation,
  async ({ db }: Deps, { organizationId }, input) => ({
    refundedPaise: await refundAttempt(db, organizationId, input),
  }),
);

/**
 * Gives back what a cancelled booking took or still holds, once.
 *
 * @returns paise that the wallet has back, equal on every call; 0 when the attempt was released and so never cost anything
 * @throws FreightError NOT_FOUND
 */
export const refundAttempt = async (
  db: Db<Tables>,
  organizationId: string,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<number> => {
  const settled =
    (await refundReservationRow(db, organizationId, { attemptId, reason })) ??
    (await findReservation(db, organizationId, attemptId));
  if (settled === undefined) throw new FreightError('NOT_FOUND', { message: 'This booking attempt holds nothing' });
  return settled.status === 'REFUNDED' ? settled.total_paise : 0;
};
