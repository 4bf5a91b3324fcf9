import { zones } from '@freight/contracts';

/**
 * The CSV form of a rate plan: one fact a line, the kind of the line in the first column.
 *
 * | row | key | other columns |
 * |---|---|---|
 * | plan | currency, gstPercent | text; value |
 * | card | source, guess, volumetricDivisor, maxWeightGrams, fuelSurchargePercent, minimumFreight | text; value |
 * | cod | | value = flat, percent |
 * | first | forward, reverse, reverseQc, rto | uptoGrams, a price per zone |
 * | additional | as above | uptoGrams of its base, stepGrams, a price per zone |
 * | share | reverse, reverseQc, rto | percent of the forward price, value = extra |
 * | service | its id | value = flat, percent of the invoice value, text = name |
 * | transit | | days per zone |
 * | zones | | text = zone rules in JSON; without a carrier those of the plan |
 */
export const rowKinds = ['plan', 'card', 'cod', 'first', 'additional', 'share', 'service', 'transit', 'zones'] as const;
export type RowKind = (typeof rowKinds)[number];

export const rateColumns = [
  'row',
  'carrierId',
  'key',
  'uptoGrams',
  'stepGrams',
  'value',
  'percent',
  ...zones,
  'text',
] as const;
export type RateColumn = (typeof rateColumns)[number];

export const directions = ['forward', 'reverse', 'reverseQc', 'rto'] as const;
