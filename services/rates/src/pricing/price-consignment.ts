import type { PaymentMode, Price, ShipmentType, Zone } from '@freight/contracts';
import type { Direction, RateCard } from '../cards/compile-rate-plan.ts';
import { type Freight, priceDirection } from './price-direction.ts';
import { shareOf, upToGram, volumetricGrams } from './rounding.ts';

/** What the price of a consignment depends on, beside the card. */
export type Consignment = {
  zone: Zone;
  shipmentType: ShipmentType;
  paymentMode: PaymentMode;
  isQcRequired: boolean;
  invoiceValuePaise: number;
  codAmountPaise: number;
  /** Sum over all packages, as weighed; may have a fraction. */
  actualGrams: number;
  volumeCm3: number;
  /** Asked for by id: a card without one of them has no price. */
  vasServiceIds: readonly string[];
  /** Charged where the card has a price for it. */
  optionalServiceIds: readonly string[];
};

export type Priced = {
  kind: 'priced';
  /** Freight of the slabs alone, before fuel surcharge and minimum. */
  basePaise: number;
  chargeableWeightGrams: number;
  volumetricWeightGrams: number;
  price: Price;
};

export type Unpriced = { kind: 'unpriced'; reason: string };

/**
 * The price of one consignment on one card: freight + COD + value-added services + GST on their sum. Pure; all roundings are
 * in rounding.ts. `unpriced` says what the card has no price for.
 */
export const priceConsignment = (
  card: RateCard,
  gstBasisPoints: number,
  consignment: Consignment,
): Priced | Unpriced => {
  const volumetricWeightGrams = volumetricGrams(consignment.volumeCm3, card.volumetricDivisor);
  const grams = Math.max(upToGram(consignment.actualGrams), volumetricWeightGrams);
  if (grams > card.maxWeightGrams) {
    return unpriced(`weight ${grams} g is over the limit of ${card.maxWeightGrams} g`);
  }

  const trips = tripsOf(card, consignment);
  if (!Array.isArray(trips)) return trips;
  const legs = trips.map((direction) => priceDirection(card, direction, consignment.zone, grams));
  const base = sumOfLegs(legs);
  if (base === undefined) return unpriced(`no price for ${grams} g`);

  const vasPaise = valueAddedPaise(card, consignment);
  if (typeof vasPaise !== 'number') return vasPaise;
  const codPaise = cashPaise(card, consignment);
  if (codPaise === undefined) return unpriced('no cash on delivery');

  const freightPaise = withSurcharges(card, base.amountPaise);
  const netPaise = freightPaise + codPaise + vasPaise;
  const gstPaise = shareOf(netPaise, gstBasisPoints);
  return {
    kind: 'priced',
    basePaise: base.amountPaise,
    chargeableWeightGrams: base.chargeableGrams,
    volumetricWeightGrams,
    price: {
      freightPaise,
      codPaise,
      vasPaise,
      gstPaise,
      totalPaise: netPaise + gstPaise,
      rtoPaise: returnPaise(card, gstBasisPoints, consignment, grams),
    },
  };
};

const unpriced = (reason: string): Unpriced => ({ kind: 'unpriced', reason });

/** The directions that are driven: an exchange delivers the new item and brings the old one back on the same trip. */
const tripsOf = (card: RateCard, { shipmentType, isQcRequired }: Consignment): Direction[] | Unpriced => {
  switch (shipmentType) {
    case 'FORWARD':
      return [card.forward];
    case 'REVERSE': {
      const direction = isQcRequired ? card.reverseQc : card.reverse;
      return direction === null ? unpriced(`no price for reverse${isQcRequired ? ' with QC' : ''}`) : [direction];
    }
    case 'EXCHANGE':
      return card.reverse === null ? unpriced('no price for reverse') : [card.forward, card.reverse];
  }
};

const sumOfLegs = (legs: readonly (Freight | undefined)[]): Freight | undefined => {
  let sum: Freight = { amountPaise: 0, chargeableGrams: 0 };
  for (const leg of legs) {
    if (leg === undefined) return undefined;
    sum = {
      amountPaise: sum.amountPaise + leg.amountPaise,
      chargeableGrams: Math.max(sum.chargeableGrams, leg.chargeableGrams),
    };
  }
  return sum;
};

const withSurcharges = (card: RateCard, basePaise: number): number => {
  const atLeast = Math.max(basePaise, card.minimumFreightPaise);
  return atLeast + shareOf(atLeast, card.fuelBasisPoints);
};

/** A reverse pickup collects goods, never cash, so it has no COD charge whatever the payment mode of the order was. */
const cashPaise = (card: RateCard, { paymentMode, shipmentType, codAmountPaise }: Consignment): number | undefined => {
  if (paymentMode !== 'COD' || shipmentType === 'REVERSE') return 0;
  return card.cod === null ? undefined : Math.max(card.cod.flatPaise, shareOf(codAmountPaise, card.cod.basisPoints));
};

const valueAddedPaise = (
  card: RateCard,
  { vasServiceIds, optionalServiceIds, invoiceValuePaise }: Consignment,
): number | Unpriced => {
  const missing = vasServiceIds.find((id) => !card.valueAddedServices.has(id));
  if (missing !== undefined) return unpriced(`no value-added service ${missing}`);
  let sum = 0;
  for (const id of new Set([...vasServiceIds, ...optionalServiceIds])) {
    const service = card.valueAddedServices.get(id);
    if (service !== undefined) sum += service.flatPaise + shareOf(invoiceValuePaise, service.basisPoints);
  }
  return sum;
};

/** What bringing the parcel back would cost, GST included. COD is not charged on a return; a reverse pickup has no return. */
const returnPaise = (
  card: RateCard,
  gstBasisPoints: number,
  { shipmentType, zone }: Consignment,
  grams: number,
): number => {
  if (shipmentType === 'REVERSE' || card.rto === null) return 0;
  const freight = priceDirection(card, card.rto, zone, grams);
  if (freight === undefined) return 0;
  const netPaise = withSurcharges(card, freight.amountPaise);
  return netPaise + shareOf(netPaise, gstBasisPoints);
};
