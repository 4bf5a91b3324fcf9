/**
 * Every rounding of a price, in one place. Money is integer paise from the card on; a price is a sum of parts that are rounded
 * once each, so the parts always add up to the total.
 *
 * | what | how |
 * |---|---|
 * | amounts and percentages of a card | to whole paise and basis points, when the card is read |
 * | volumetric weight, actual weight | up to the next gram |
 * | chargeable weight | up to the next slab, the smallest that the card has |
 * | every percentage (share of the forward price, fuel, COD, value-added service, GST) | half a paisa up, each by itself |
 *
 * GST is taken once, on the sum of freight, COD and value-added services, not on each of them.
 */

/** Basis points of an amount, half up: 18 % of 2,525 paise = shareOf(2525, 1800) = 455. */
export const shareOf = (amountPaise: number, basisPoints: number): number =>
  Math.round((amountPaise * basisPoints) / 10_000);

/** Percent as a card writes it (1.5) to basis points (150). */
export const toBasisPoints = (percent: number): number => Math.round(percent * 100);

/**
 * Up to the next gram. Products of lengths carry binary noise (2.5 × 20 × 1.1 = 55.00000000000001), which must neither add
 * nor take a gram: what is closer to a whole gram than a millionth is that gram.
 */
export const upToGram = (grams: number): number => Math.ceil(Math.round(grams * 1e6) / 1e6);

/** Volumetric weight in grams: cubic centimetres by the card's divisor (cm³ a kilogram). */
export const volumetricGrams = (volumeCm3: number, divisorCm3PerKg: number): number =>
  upToGram((volumeCm3 * 1_000) / divisorCm3PerKg);

/** Steps above a base weight that have been begun: 1,001 g on a 500 g base with 500 g steps is 2. */
export const begunSteps = (grams: number, baseGrams: number, stepGrams: number): number =>
  Math.max(0, Math.ceil((grams - baseGrams) / stepGrams));
