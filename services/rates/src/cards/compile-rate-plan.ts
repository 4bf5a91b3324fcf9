import { type CarrierId, toPaise, type Zone, zones } from '@freight/contracts';
import { toBasisPoints } from '../pricing/rounding.ts';
import { defaultZoneRules } from '../zones/default-zone-rules.ts';
import type { ZoneRules } from '../zones/zone-rules.ts';
import type { DirectionDocument, LadderDocument, RateCardDocument, RatePlanDocument } from './rate-plan-document.ts';

/** A rate plan as quotes use it: paise and basis points, cards by carrier. */
export type RatePlan = {
  /** `<plan>@<version>`; a booked shipment keeps it. */
  version: string;
  gstBasisPoints: number;
  /** For a lane as such (classify); a card's own rules price that carrier. */
  zoneRules: ZoneRules;
  cards: ReadonlyMap<CarrierId, RateCard>;
};

export type RateCard = {
  carrierId: CarrierId;
  zoneRules: ZoneRules;
  volumetricDivisor: number;
  maxWeightGrams: number;
  fuelBasisPoints: number;
  minimumFreightPaise: number;
  cod: { flatPaise: number; basisPoints: number } | null;
  forward: Ladder;
  reverse: Direction | null;
  reverseQc: Direction | null;
  rto: Direction | null;
  valueAddedServices: ReadonlyMap<string, { flatPaise: number; basisPoints: number }>;
  transitDays: Record<Zone, number>;
};

export type Ladder = { kind: 'ladder'; bases: readonly BaseWeight[] };
export type Direction = Ladder | { kind: 'share-of-forward'; basisPoints: number; extraPaise: number };

export type BaseWeight = {
  uptoGrams: number;
  firstPaise: Record<Zone, number>;
  additional: { stepGrams: number; perStepPaise: Record<Zone, number> } | null;
};

/** Turns a validated document into what a quote reads. */
export const compileRatePlan = (version: string, document: RatePlanDocument): RatePlan => {
  const planRules = document.zoneRules ?? defaultZoneRules;
  return {
    version,
    gstBasisPoints: toBasisPoints(document.gstPercent),
    zoneRules: planRules,
    cards: new Map(document.cards.map((card) => [card.carrierId, compileCard(card, planRules)])),
  };
};

const compileCard = (card: RateCardDocument, planRules: ZoneRules): RateCard => ({
  carrierId: card.carrierId,
  zoneRules: card.zoneRules ?? planRules,
  volumetricDivisor: card.volumetricDivisor,
  maxWeightGrams: card.maxWeightGrams,
  fuelBasisPoints: toBasisPoints(card.fuelSurchargePercent),
  minimumFreightPaise: toPaise(card.minimumFreight),
  cod: card.cod && { flatPaise: toPaise(card.cod.flat), basisPoints: toBasisPoints(card.cod.percent) },
  forward: compileLadder(card.forward),
  reverse: compileDirection(card.reverse),
  reverseQc: compileDirection(card.reverseQc),
  rto: compileDirection(card.rto),
  valueAddedServices: new Map(
    card.valueAddedServices.map(({ id, flat, percentOfInvoiceValue }) => [
      id,
      { flatPaise: toPaise(flat), basisPoints: toBasisPoints(percentOfInvoiceValue) },
    ]),
  ),
  transitDays: card.transitDays,
});

const compileDirection = (direction: DirectionDocument): Direction | null => {
  if (direction === null) return null;
  if ('bases' in direction) return compileLadder(direction);
  return {
    kind: 'share-of-forward',
    basisPoints: toBasisPoints(direction.shareOfForwardPercent),
    extraPaise: toPaise(direction.extra),
  };
};

const compileLadder = ({ bases }: LadderDocument): Ladder => ({
  kind: 'ladder',
  bases: bases.map(({ uptoGrams, first, additional }) => ({
    uptoGrams,
    firstPaise: inPaise(first),
    additional: additional && { stepGrams: additional.stepGrams, perStepPaise: inPaise(additional.perStep) },
  })),
});

const inPaise = (perZone: Record<Zone, number>): Record<Zone, number> => {
  const paise = { ...perZone };
  for (const zone of zones) paise[zone] = toPaise(perZone[zone]);
  return paise;
};
