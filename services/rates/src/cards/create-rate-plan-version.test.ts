import { readFile } from 'node:fs/promises';
import {
  allocateCarriers,
  type CallInputOf,
  createRatePlan,
  createRatePlanVersion,
  exportRatePlanVersion,
  getRatePlan,
  newId,
  putOrganizationRatePlan,
} from '@freight/contracts';
import { callRaw } from '@freight/messaging';
import { organizationContext, systemContext } from '@freight/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardDocument, everywhere } from '../pricing/card.fixture.ts';
import { createPlan, parcel, planDocument, type RatesForTest, startRatesForTest } from '../rates.fixture.ts';
import { formatRatePlanCsv } from './format-rate-plan-csv.ts';
import { ratePlanDocument } from './rate-plan-document.ts';

let rates: RatesForTest;
beforeAll(async () => {
  rates = await startRatesForTest();
});
afterAll(() => rates.stop());

const demoText = await readFile(new URL('../../data/demo-rate-plan.json', import.meta.url), 'utf8');
const demoCsv = formatRatePlanCsv(ratePlanDocument.parse(JSON.parse(demoText)));

const newPlan = async () => (await rates.call(createRatePlan, systemContext(), { name: newId('ratePlan') })).id;

const addVersion = (id: string, request: Omit<CallInputOf<typeof createRatePlanVersion>, 'id'>) =>
  rates.call(createRatePlanVersion, systemContext(), { id, ...request });

const exported = async (id: string, version: number, format?: 'json' | 'csv') => {
  const input = { id, version, ...(format === undefined ? {} : { format }) };
  const { body, contentType, fileName } = await callRaw(rates.bus, exportRatePlanVersion, systemContext(), input);
  return { text: Buffer.from(body).toString(), contentType, fileName };
};

const past = '2026-01-01T00:00:00+05:30';
const cheap = planDocument([
  cardDocument({ forward: { bases: [{ uptoGrams: 20_000, first: everywhere(10), additional: null }] } }),
]);

describe('a version', () => {
  test('in JSON comes out as it went in, key for key', async () => {
    const id = await newPlan();
    const document = { note: 'kept', ...cheap };
    expect(await addVersion(id, { effectiveFrom: past, document })).toMatchObject({ version: 1, format: 'json' });
    const { text, contentType } = await exported(id, 1);
    expect([text, contentType]).toEqual([JSON.stringify(document, null, 2), 'application/json']);
  });

  test('in CSV comes out byte for byte, and in JSON when that is asked for', async () => {
    const id = await newPlan();
    const csv = demoCsv.replaceAll('\r\n', '\n');
    expect(await addVersion(id, { effectiveFrom: past, csv })).toMatchObject({ version: 1, format: 'csv' });
    expect(await exported(id, 1)).toEqual({
      text: csv,
      contentType: 'text/csv; charset=utf-8',
      fileName: `${id}-1.csv`,
    });
    const { text } = await exported(id, 1, 'json');
    expect(ratePlanDocument.parse(JSON.parse(text))).toEqual(ratePlanDocument.parse(JSON.parse(demoText)));
  });

  test('the demonstration plan comes out as it is committed, and as CSV', async () => {
    expect((await exported('demo', 1)).text).toBe(demoText);
    expect((await exported('demo', 1, 'csv')).text).toBe(demoCsv);
  });

  test('prices from its moment on, and a later one waits for its own', async () => {
    const organizationId = newId('organization');
    const ratePlanId = await createPlan(rates, [cardDocument()]);
    await rates.call(putOrganizationRatePlan, systemContext(), { organizationId, ratePlanId });
    const priced = async () => {
      const { candidates } = await rates.call(allocateCarriers, organizationContext(organizationId), parcel());
      return [candidates[0]?.rateCardVersion, candidates[0]?.price.freightPaise];
    };
    expect(await priced()).toEqual([`${ratePlanId}@1`, 2_000]);
    await addVersion(ratePlanId, { effectiveFrom: '2999-01-01T00:00:00Z', document: planDocument([cardDocument()]) });
    expect(await priced()).toEqual([`${ratePlanId}@1`, 2_000]);
    await addVersion(ratePlanId, { effectiveFrom: '2026-02-01T00:00:00Z', document: cheap });
    expect(await priced()).toEqual([`${ratePlanId}@3`, 1_000]);
    const { currentVersion, versions } = await rates.call(getRatePlan, systemContext(), { id: ratePlanId });
    expect([currentVersion, versions.map(({ version }) => version)]).toEqual([3, [3, 2, 1]]);
  });

  test('is made once, however often one request is repeated, and numbers have no gaps', async () => {
    const id = await newPlan();
    const context = systemContext();
    const request = { id, effectiveFrom: past, document: cheap };
    const runs = await Promise.all([1, 2, 3].map(() => rates.call(createRatePlanVersion, context, request)));
    expect(runs.map(({ version }) => version)).toEqual([1, 1, 1]);
    await expect(addVersion(id, { effectiveFrom: past, document: cheap })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { effectiveFrom: ['another version of this plan takes effect at this moment'] },
    });
    expect(await addVersion(id, { effectiveFrom: '2026-03-01T00:00:00Z', document: cheap })).toMatchObject({
      version: 2,
    });
  });
});

describe('a version is refused', () => {
  const card = cardDocument();
  const ladder = (...weights: number[]) => ({
    bases: weights.map((uptoGrams) => ({ uptoGrams, first: everywhere(20), additional: null })),
  });
  const { SPECIAL: _, ...fourZones } = everywhere(20);

  test.each<[string, unknown, string]>([
    ['with a hole between weights', [{ ...card, forward: ladder(500, 1_000) }], 'document.cards.0.forward.bases.1'],
    ['with an overlap', [{ ...card, forward: ladder(500, 400, 20_000) }], 'document.cards.0.forward.bases.1'],
    [
      'with a zone that has no price',
      [{ ...card, forward: { bases: [{ uptoGrams: 500, first: fourZones, additional: null }] } }],
      'document.cards.0.forward.bases.0.first.SPECIAL',
    ],
    [
      'with a negative price deep in a reverse ladder',
      [
        {
          ...card,
          reverse: { bases: [{ uptoGrams: 20_000, first: { ...everywhere(1), ROI: -1 }, additional: null }] },
        },
      ],
      'document.cards.0.reverse.bases.0.first.ROI',
    ],
    ['with two cards of one carrier', [card, card], 'document.cards.1.carrierId'],
    ['with a carrier that is none', [{ ...card, carrierId: 'pigeon-air' }], 'document.cards.0.carrierId'],
    ['without a card', [], 'document.cards'],
  ])('%s', async (_name, cards, field) => {
    const document = { currency: 'INR', gstPercent: 18, cards };
    await expect(addVersion(await newPlan(), { effectiveFrom: past, document })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { [field]: [expect.any(String)] },
    });
  });

  test('in another currency', async () => {
    await expect(
      addVersion(await newPlan(), { effectiveFrom: past, document: { ...cheap, currency: 'USD' } }),
    ).rejects.toMatchObject({ errors: { 'document.currency': [expect.stringContaining('INR')] } });
  });

  test('in CSV with the line at fault', async () => {
    const csv = demoCsv.replace(
      'card,bluedart-air,volumetricDivisor,,,5000',
      'card,bluedart-air,volumetricDivisor,,,-1',
    );
    const line = csv.split('\r\n').findIndex((one) => one.startsWith('card,bluedart-air,volumetricDivisor')) + 1;
    await expect(addVersion(await newPlan(), { effectiveFrom: past, csv })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: { [`csv.${line}`]: [expect.any(String)] },
    });
  });

  test('with neither form, or with both', async () => {
    const id = await newPlan();
    for (const request of [{}, { document: cheap, csv: demoCsv }]) {
      await expect(addVersion(id, { effectiveFrom: past, ...request })).rejects.toMatchObject({
        errors: { document: ['exactly one of document and csv is required'] },
      });
    }
  });

  test('of a plan that is not there', async () => {
    await expect(addVersion('rpl_nobody', { effectiveFrom: past, document: cheap })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(exported('demo', 99)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
