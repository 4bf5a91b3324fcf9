import { type CallContext, FreightError, type OutputOf, type Price, priceWithVersion } from '@freight/contracts';
import { call } from '@freight/messaging';
import { returnCharge, totalOf } from '../charges/charge-parts.ts';
import { findBookedByAwb, lockCharges, type ShipmentCharges } from '../charges/shipment-charges.store.ts';
import type { Deps } from '../deps.ts';

export type Repriced = OutputOf<typeof priceWithVersion>;

/**
 * What a booked parcel would cost at another weight, on the card version of its booking. Everything the price depends on is fixed
 * with the booking, so no lock is held while rates is asked.
 *
 * @throws FreightError NOT_FOUND for an AWB that nobody was charged for; INVALID_STATE when it is not unique, or has no price
 */
export const repriceByAwb = async (
  { db, bus }: Deps,
  context: CallContext,
  { awb, organizationId, weightGrams }: { awb: string; organizationId: string | undefined; weightGrams: number },
): Promise<{ organizationId: string; attemptId: string; repriced: Repriced }> => {
  const [booked, another] = await findBookedByAwb(db, { awb, organizationId });
  if (booked === undefined) throw new FreightError('NOT_FOUND', { message: 'No parcel is charged under this AWB' });
  if (another !== undefined) {
    throw new FreightError('INVALID_STATE', { message: 'More than one parcel has this AWB: name the organizationId' });
  }
  const { organization_id: owner, attempt_id: attemptId } = booked;
  const { booking, price } = await db.transaction().execute((trx) => getCharges(trx, owner, attemptId));
  const { rateCardVersion, carrierId, zone, shipmentType, isQcRequired } = booking;
  const repriced = await call(bus, priceWithVersion, context, {
    rateCardVersion,
    carrierId,
    zone,
    shipmentType,
    isQcRequired,
    weightGrams,
    codPaise: price.codPaise,
    vasPaise: price.vasPaise,
  });
  return { organizationId: owner, attemptId, repriced };
};

/** Locks the charges of an attempt that is known to have been booked. */
export const getCharges = async (
  trx: Deps['db'],
  organizationId: string,
  attemptId: string,
): Promise<ShipmentCharges> => {
  const charges = await lockCharges(trx, organizationId, attemptId);
  if (charges === undefined) throw new Error(`attempt ${attemptId} is booked and has no charges`);
  return charges;
};

/** What more (or, negative, less) is charged at a new price: the return too, when it is charged already. */
export const differenceOf = ({ price, isReturning, rto }: ShipmentCharges, newPrice: Price): number =>
  newPrice.totalPaise - price.totalPaise + (isReturning ? totalOf(returnCharge(newPrice)) - totalOf(rto) : 0);
