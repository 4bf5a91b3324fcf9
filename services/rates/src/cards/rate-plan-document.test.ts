import { readFile } from 'node:fs/promises';
import { carriers } from '@freight/contracts';
import { expect, test } from 'vitest';
import { cardDocument, everywhere } from '../pricing/card.fixture.ts';
import { type RateCardDocument, ratePlanDocument } from './rate-plan-document.ts';

const faultsOf = (...cards: unknown[]): string[] => {
  const parsed = ratePlanDocument.safeParse({ currency: 'INR', gstPercent: 18, cards });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('the demonstration plan has a card for each of the twelve carriers', async () => {
  const text = await readFile(new URL('../../data/demo-rate-plan.json', import.meta.url), 'utf8');
  const plan = ratePlanDocument.parse(JSON.parse(text));
  expect(plan.cards.map(({ carrierId }) => carrierId)).toEqual(carriers.map(({ carrierId }) => carrierId));
});

test('two cards of one carrier are refused with the second named', () => {
  expect(faultsOf(cardDocument(), cardDocument())).toEqual(['cards.1.carrierId: delhivery-surface has two cards']);
});

test('a zone without a price is refused', () => {
  const { SPECIAL: _, ...four } = everywhere(20);
  const holed = { ...cardDocument(), forward: { bases: [{ uptoGrams: 500, first: four, additional: null }] } };
  expect(faultsOf(holed)[0]).toContain('cards.0.forward.bases.0.first.SPECIAL');
});

const ladder = (...weights: number[]): RateCardDocument['forward'] => ({
  bases: weights.map((uptoGrams) => ({ uptoGrams, first: everywhere(20), additional: null })),
});

test('weights that no base holds are refused as a hole', () => {
  expect(faultsOf(cardDocument({ forward: ladder(500, 1_000) }))).toEqual([
    'cards.0.forward.bases.1: hole: no price between 1000 g and maxWeightGrams 20000 g',
  ]);
});

test('base weights that repeat are refused as an overlap', () => {
  expect(faultsOf(cardDocument({ forward: ladder(500, 500, 20_000) }))).toEqual([
    'cards.0.forward.bases.1: overlaps the base above: 500 g does not come after 500 g',
  ]);
});

test('a negative price and another currency are refused', () => {
  expect(faultsOf({ ...cardDocument(), minimumFreight: -1 })).toHaveLength(1);
  expect(ratePlanDocument.safeParse({ currency: 'USD', gstPercent: 18, cards: [cardDocument()] }).success).toBe(false);
});
