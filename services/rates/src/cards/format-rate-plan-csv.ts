import { writeCsv } from '../csv/write-csv.ts';
import { directions, type RateColumn, type RowKind, rateColumns } from './rate-plan-columns.ts';
import type { DirectionDocument, RateCardDocument, RatePlanDocument } from './rate-plan-document.ts';

/** A rate plan in its CSV form; `parseRatePlanCsv` gives the same document back. */
export const formatRatePlanCsv = (plan: RatePlanDocument): string => {
  const rows: Line[] = [
    { row: 'plan', key: 'currency', text: plan.currency },
    { row: 'plan', key: 'gstPercent', value: plan.gstPercent },
    ...(plan.zoneRules === undefined ? [] : [{ row: 'zones' as const, text: JSON.stringify(plan.zoneRules) }]),
    ...plan.cards.flatMap(cardLines),
  ];
  return writeCsv([rateColumns, ...rows.map((line) => rateColumns.map((column) => line[column]))]);
};

type Line = { row: RowKind } & Partial<Record<RateColumn, string | number>>;

const cardLines = (card: RateCardDocument): Line[] => {
  const { carrierId } = card;
  const scalar = (key: keyof RateCardDocument, value: number): Line => ({ row: 'card', carrierId, key, value });
  return [
    { row: 'card', carrierId, key: 'source', text: card.source },
    ...card.guesses.map((guess): Line => ({ row: 'card', carrierId, key: 'guess', text: guess })),
    scalar('volumetricDivisor', card.volumetricDivisor),
    scalar('maxWeightGrams', card.maxWeightGrams),
    scalar('fuelSurchargePercent', card.fuelSurchargePercent),
    scalar('minimumFreight', card.minimumFreight),
    ...(card.cod === null ? [] : [{ row: 'cod' as const, carrierId, value: card.cod.flat, percent: card.cod.percent }]),
    ...directions.flatMap((key) => directionLines(carrierId, key, card[key])),
    ...card.valueAddedServices.map(
      ({ id, name, flat, percentOfInvoiceValue }): Line => ({
        row: 'service',
        carrierId,
        key: id,
        value: flat,
        percent: percentOfInvoiceValue,
        text: name,
      }),
    ),
    { row: 'transit', carrierId, ...card.transitDays },
    ...(card.zoneRules === undefined
      ? []
      : [{ row: 'zones' as const, carrierId, text: JSON.stringify(card.zoneRules) }]),
  ];
};

const directionLines = (carrierId: string, key: string, direction: DirectionDocument): Line[] => {
  if (direction === null) return [];
  if (!('bases' in direction)) {
    return [{ row: 'share', carrierId, key, value: direction.extra, percent: direction.shareOfForwardPercent }];
  }
  return direction.bases.flatMap(({ uptoGrams, first, additional }): Line[] => [
    { row: 'first', carrierId, key, uptoGrams, ...first },
    ...(additional === null
      ? []
      : [
          {
            row: 'additional' as const,
            carrierId,
            key,
            uptoGrams,
            stepGrams: additional.stepGrams,
            ...additional.perStep,
          },
        ]),
  ]);
};
