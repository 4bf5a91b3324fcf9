import { FreightError, type InputOf, type Reservation, reserveCharge, toInr } from '@freight/contracts';
import { implement } from '@freight/messaging';
import type { Deps } from '../deps.ts';
import { findWallet } from '../wallet/wallet.store.ts';
import { describeCharge } from './describe-charge.ts';
import { toReservation } from './reservation.row.ts';
import { findReservation, insertHold, type ReservationRow } from './reservation.store.ts';

export const reserveHandler = implement(reserveCharge, async ({ db }: Deps, { organizationId }, input) => {
  assertPriceAddsUp(input.price);
  const { attemptId, price, reason } = input;

  const held = await insertHold(db, organizationId, {
    attemptId,
    price,
    shipmentId: reason.shipmentId,
    orderReferenceNumber: reason.orderReferenceNumber,
    description: describeCharge(price, reason),
    reason: { ...reason, price },
  });
  if (held !== undefined) return toReservation(held);

  const known = await findReservation(db, organizationId, attemptId);
  if (known !== undefined) return sameHold(known, price.totalPaise);
  throw await whyNotHeld(db, organizationId, price.totalPaise);
});

type ReserveInput = InputOf<typeof reserveCharge>;

/** The parts are booked one by one, so a total that is not their sum could never be posted. */
const assertPriceAddsUp = ({ freightPaise, codPaise, vasPaise, gstPaise, totalPaise }: ReserveInput['price']): void => {
  if (Math.min(freightPaise, codPaise, vasPaise, gstPaise) < 0) {
    throw new FreightError('VALIDATION_FAILED', { errors: { price: ['must have no negative part'] } });
  }
  if (freightPaise + codPaise + vasPaise + gstPaise !== totalPaise) {
    throw new FreightError('VALIDATION_FAILED', { errors: { 'price.totalPaise': ['must be the sum of the parts'] } });
  }
};

const sameHold = (known: ReservationRow, totalPaise: number): Reservation => {
  if (known.status === 'RELEASED' || known.status === 'REFUNDED') {
    throw new FreightError('INVALID_STATE', { message: `This booking attempt is ${known.status} already` });
  }
  if (known.total_paise !== totalPaise) {
    const message = `This booking attempt holds INR ${toInr(known.total_paise).toFixed(2)} already`;
    throw new FreightError('INVALID_STATE', { message });
  }
  return toReservation(known);
};

const whyNotHeld = async (db: Deps['db'], organizationId: string, totalPaise: number): Promise<FreightError> => {
  const wallet = await findWallet(db, organizationId);
  if (wallet === undefined) return new FreightError('WALLET_NOT_CONFIGURED');
  if (!wallet.is_active) return new FreightError('WALLET_NOT_CONFIGURED', { message: 'The wallet is not active' });
  const message = `Wallet balance does not cover this charge of INR ${toInr(totalPaise).toFixed(2)}`;
  return new FreightError('INSUFFICIENT_BALANCE', { message });
};
