import type { Zone } from '@freight/contracts';
import type { BaseWeight, Direction, Ladder, RateCard } from '../cards/compile-rate-plan.ts';
import { begunSteps, shareOf } from './rounding.ts';

export type Freight = { amountPaise: number; chargeableGrams: number };

/**
 * Freight of a weight in one direction, before fuel surcharge and minimum; undefined when no base holds the weight.
 */
export const priceDirection = (
  card: RateCard,
  direction: Direction,
  zone: Zone,
  grams: number,
): Freight | undefined => {
  if (direction.kind === 'ladder') return priceLadder(direction, zone, grams);
  const forward = priceLadder(card.forward, zone, grams);
  return (
    forward && {
      amountPaise: shareOf(forward.amountPaise, direction.basisPoints) + direction.extraPaise,
      chargeableGrams: forward.chargeableGrams,
    }
  );
};

/**
 * The price of the cheapest base weight that holds the weight: each never falls with the weight, so neither does the cheapest.
 * The chargeable weight is the smallest slab that holds it, whichever base gave the price: a parcel of 1.2 kg on a card with
 * 500 g slabs and a cheaper 2 kg base is one of 1.5 kg.
 */
const priceLadder = (ladder: Ladder, zone: Zone, grams: number): Freight | undefined => {
  let cheapest: Freight | undefined;
  for (const base of ladder.bases) {
    const offer = priceBase(base, zone, grams);
    if (offer === undefined) continue;
    cheapest = {
      amountPaise: Math.min(offer.amountPaise, cheapest?.amountPaise ?? offer.amountPaise),
      chargeableGrams: Math.min(offer.chargeableGrams, cheapest?.chargeableGrams ?? offer.chargeableGrams),
    };
  }
  return cheapest;
};

const priceBase = (base: BaseWeight, zone: Zone, grams: number): Freight | undefined => {
  if (base.additional === null) {
    return grams <= base.uptoGrams
      ? { amountPaise: base.firstPaise[zone], chargeableGrams: base.uptoGrams }
      : undefined;
  }
  const { stepGrams, perStepPaise } = base.additional;
  const steps = begunSteps(grams, base.uptoGrams, stepGrams);
  return {
    amountPaise: base.firstPaise[zone] + steps * perStepPaise[zone],
    chargeableGrams: base.uptoGrams + steps * stepGrams,
  };
};
