import { type CarrierId, zones } from '@freight/contracts';
import { compileRatePlan, type RateCard, type RatePlan } from '../cards/compile-rate-plan.ts';
import { type RateCardDocument, ratePlanDocument } from '../cards/rate-plan-document.ts';

/** The same number in every zone. */
export const everywhere = (value: number): RateCardDocument['transitDays'] => {
  const perZone = { LOCAL: 0, REGIONAL: 0, METRO: 0, ROI: 0, SPECIAL: 0 };
  for (const zone of zones) perZone[zone] = value;
  return perZone;
};

/** A card with round numbers: ₹20 up to 500 g, ₹10 a further 500 g, COD ₹30 or 2 %, reverse 120 %, return 50 %. */
export const cardDocument = (overrides: Partial<RateCardDocument> = {}): RateCardDocument => ({
  carrierId: 'delhivery-surface',
  source: 'test',
  guesses: [],
  volumetricDivisor: 5_000,
  maxWeightGrams: 20_000,
  fuelSurchargePercent: 0,
  minimumFreight: 0,
  cod: { flat: 30, percent: 2 },
  forward: {
    bases: [{ uptoGrams: 500, first: everywhere(20), additional: { stepGrams: 500, perStep: everywhere(10) } }],
  },
  reverse: { shareOfForwardPercent: 120, extra: 0 },
  reverseQc: { shareOfForwardPercent: 120, extra: 15 },
  rto: { shareOfForwardPercent: 50, extra: 0 },
  valueAddedServices: [{ id: 'insurance', name: 'Insurance', flat: 1, percentOfInvoiceValue: 0.5 }],
  transitDays: everywhere(3),
  ...overrides,
});

export const planOf = (...cards: RateCardDocument[]): RatePlan =>
  compileRatePlan('test@1', ratePlanDocument.parse({ currency: 'INR', gstPercent: 18, cards }));

export const cardOf = (plan: RatePlan, carrierId: CarrierId): RateCard => {
  const card = plan.cards.get(carrierId);
  if (card === undefined) throw new Error(`no card for ${carrierId}`);
  return card;
};
