import { readFile } from 'node:fs/promises';
import { FreightError } from '@freight/contracts';
import { describe, expect, test } from 'vitest';
import { formatRatePlanCsv } from './format-rate-plan-csv.ts';
import { parseRatePlanCsv } from './parse-rate-plan-csv.ts';
import { ratePlanDocument } from './rate-plan-document.ts';

const demo = ratePlanDocument.parse(
  JSON.parse(await readFile(new URL('../../data/demo-rate-plan.json', import.meta.url), 'utf8')),
);
const csv = formatRatePlanCsv(demo);
const lines = csv.split('\r\n');

/** The file with one line replaced, or taken out, and what it is refused for. */
const faultsOf = (line: number, replacement: string | undefined) => {
  const changed = replacement === undefined ? lines.toSpliced(line - 1, 1) : lines.with(line - 1, replacement);
  try {
    parseRatePlanCsv(changed.join('\r\n'));
    return {};
  } catch (error) {
    if (!(error instanceof FreightError)) throw error;
    return error.errors;
  }
};

const lineStarting = (start: string): number => lines.findIndex((line) => line.startsWith(start)) + 1;

test('the demonstration plan comes back from its CSV form as it was', () => {
  expect(parseRatePlanCsv(csv)).toEqual(demo);
});

test('zone rules of a plan and of a card survive the CSV form', () => {
  const rules = {
    clusters: { Delhi: ['110'] },
    metros: ['Delhi'],
    specialStates: ['AS' as const],
    order: ['REGIONAL' as const, 'ROI' as const],
  };
  const [card, ...others] = demo.cards;
  const plan = {
    ...demo,
    zoneRules: rules,
    cards: card === undefined ? [] : [{ ...card, zoneRules: rules }, ...others],
  };
  expect(parseRatePlanCsv(formatRatePlanCsv(plan))).toEqual(plan);
});

describe('a fault is named by its line', () => {
  const first = lineStarting('first,delhivery-surface,forward');
  const additional = lineStarting('additional,delhivery-surface,forward');
  const [, , , grams] = (lines[first - 1] ?? '').split(',');

  test.each([
    ['a zone without a price', first, `first,delhivery-surface,forward,${grams},,,,23,26,33,36,,`],
    ['a negative price', first, `first,delhivery-surface,forward,${grams},,,,-23,26,33,36,50,`],
    ['a price that is no number', first, `first,delhivery-surface,forward,${grams},,,,x,26,33,36,50,`],
    ['steps of nothing', additional, `additional,delhivery-surface,forward,${grams},0,,,1,1,1,1,1,`],
    ['steps of a base that is not there', additional, 'additional,delhivery-surface,forward,123,500,,,1,1,1,1,1,'],
    ['a row of no kind', first, 'frist,delhivery-surface,forward,500,,,,1,1,1,1,1,'],
    ['a direction that is none', first, 'first,delhivery-surface,sideways,500,,,,1,1,1,1,1,'],
    ['another currency', 2, 'plan,,currency,,,,,,,,,,USD'],
    ['a carrier that is none', lineStarting('card,delhivery-surface,source'), 'card,pigeon-air,source,,,,,,,,,,x'],
  ])('%s', (_, line, replacement) => {
    expect(Object.keys(faultsOf(line, replacement) ?? {})).toContain(`csv.${line}`);
  });

  test('a base weight that repeats is an overlap on the second line', () => {
    const again = [...lines.slice(0, additional), lines[first - 1], ...lines.slice(additional)].join('\r\n');
    expect(() => parseRatePlanCsv(again)).toThrow(
      expect.objectContaining({
        errors: { [`csv.${additional + 1}`]: [expect.stringContaining('overlaps the base above')] },
      }),
    );
  });

  test('a value that is given twice is refused on the second line', () => {
    expect(faultsOf(3, 'plan,,currency,,,,,,,,,,INR')).toEqual({ 'csv.3': ['currency is given on line 2 already'] });
  });

  test('a missing column is named', () => {
    expect(() => parseRatePlanCsv('row,carrierId\r\nplan,\r\n')).toThrow(
      expect.objectContaining({ errors: { csv: expect.arrayContaining(['has no column SPECIAL']) } }),
    );
  });

  test('a quote that never ends is refused', () => {
    expect(() => parseRatePlanCsv(`${lines[0]}\r\n"plan`)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED' }),
    );
  });
});
