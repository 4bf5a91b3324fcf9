import { carriers, inr, text, zones } from '@freight/contracts';
import { z } from 'zod';
import { zoneRules } from '../zones/zone-rules.ts';

/**
 * A rate plan as an operator writes it: one card per carrier, amounts in INR before GST, percentages as written on paper. It is
 * stored as it came; `compileRatePlan` turns it into paise.
 */

const carrierIds = carriers.map(({ carrierId }) => carrierId);

const maxCardInr = 1_000_000;
const amount = inr.max(maxCardInr);
/** At most two decimals, so that basis points hold it exactly. */
const percent = z.number().min(0).max(500).multipleOf(0.01);
const grams = z.int().min(1).max(1_000_000);
const perZone = <T extends z.ZodType>(value: T) => z.record(z.enum(zones), value);

/**
 * Price of everything up to `uptoGrams`, then of each begun step beyond. Without `additional` the base ends there. Several
 * bases are alternatives: the cheapest that holds the weight is charged, so that a heavier parcel never costs less.
 */
const baseWeight = z.object({
  uptoGrams: grams,
  first: perZone(amount),
  additional: z.object({ stepGrams: grams, perStep: perZone(amount) }).nullable(),
});

const ladder = z.object({ bases: z.array(baseWeight).min(1).max(20) });
const shareOfForward = z.object({ shareOfForwardPercent: percent, extra: amount.default(0) });

/** A direction of its own prices, a share of the forward price, or null where the carrier does not offer it. */
const direction = z.union([ladder, shareOfForward]).nullable();

const valueAddedService = z.object({
  id: text(100),
  name: text(200),
  flat: amount,
  percentOfInvoiceValue: percent.max(100).default(0),
});

const rateCardDocument = z
  .object({
    carrierId: z.enum(carrierIds),
    /** Where the numbers come from, for whoever maintains the card. */
    source: text(500),
    /** Fields that nobody published: our own guesses, to be replaced by the contract's numbers. */
    guesses: z.array(text(100)).default([]),
    volumetricDivisor: z.int().min(1_000).max(10_000),
    maxWeightGrams: grams,
    fuelSurchargePercent: percent,
    minimumFreight: amount,
    cod: z.object({ flat: amount, percent: percent.max(100) }).nullable(),
    forward: ladder,
    reverse: direction,
    reverseQc: direction,
    /** null: returns to origin are not charged. */
    rto: direction,
    valueAddedServices: z.array(valueAddedService).max(50).default([]),
    transitDays: perZone(z.int().min(0).max(60)),
    zoneRules: zoneRules.optional(),
  })
  .superRefine((card, issues) => {
    for (const key of ['forward', 'reverse', 'reverseQc', 'rto'] as const) {
      const lane = card[key];
      if (lane === null || !('bases' in lane)) continue;
      for (const { base, message } of ladderFaults(lane, card.maxWeightGrams)) {
        issues.addIssue({ code: 'custom', path: [key, 'bases', base], message });
      }
    }
  });

export const ratePlanDocument = z
  .object({
    currency: z.literal('INR'),
    gstPercent: percent.max(100),
    /** Zone rules of every card that brings none; without them the default of this service. */
    zoneRules: zoneRules.optional(),
    cards: z.array(rateCardDocument).min(1),
  })
  .superRefine(({ cards }, issues) => {
    const seen = new Set<string>();
    for (const [index, { carrierId }] of cards.entries()) {
      if (seen.has(carrierId)) {
        issues.addIssue({ code: 'custom', path: ['cards', index, 'carrierId'], message: `${carrierId} has two cards` });
      }
      seen.add(carrierId);
    }
  });

export type RatePlanDocument = z.output<typeof ratePlanDocument>;
export type RateCardDocument = z.output<typeof rateCardDocument>;
export type LadderDocument = z.output<typeof ladder>;
export type DirectionDocument = z.output<typeof direction>;

/** Holes and overlaps between base weights, each with the base at fault. */
const ladderFaults = ({ bases }: LadderDocument, maxWeightGrams: number): { base: number; message: string }[] => {
  const faults = bases.flatMap(({ uptoGrams }, base) => {
    const before = bases[base - 1]?.uptoGrams ?? 0;
    if (uptoGrams > before) return [];
    return [{ base, message: `overlaps the base above: ${uptoGrams} g does not come after ${before} g` }];
  });
  const heaviest = Math.max(...bases.map(({ uptoGrams }) => uptoGrams));
  const isEndless = bases.some(({ additional }) => additional !== null);
  if (!isEndless && heaviest < maxWeightGrams) {
    const base = bases.findIndex(({ uptoGrams }) => uptoGrams === heaviest);
    faults.push({ base, message: `hole: no price between ${heaviest} g and maxWeightGrams ${maxWeightGrams} g` });
  }
  return faults;
};
