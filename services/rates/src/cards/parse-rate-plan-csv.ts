import { zones } from '@freight/contracts';
import { type CsvRow, csvFault, lineFaults, readCsv } from '../csv/read-csv.ts';
import { documentFaults } from './document-faults.ts';
import { directions, type RateColumn, rateColumns, rowKinds } from './rate-plan-columns.ts';
import { type RatePlanDocument, ratePlanDocument } from './rate-plan-document.ts';

/**
 * Reads the CSV form of a rate plan (see rate-plan-columns.ts) and validates it as the JSON form is.
 *
 * @throws FreightError VALIDATION_FAILED naming the lines at fault: `csv.12`
 */
export const parseRatePlanCsv = (text: string): RatePlanDocument => {
  const draft = new Draft();
  for (const row of readCsv(text, rateColumns)) draft.take(row);
  if (draft.faults.length > 0) throw csvFault(lineFaults(draft.faults));
  const parsed = ratePlanDocument.safeParse(draft.document());
  if (parsed.success) return parsed.data;
  throw csvFault(
    lineFaults(
      documentFaults(parsed.error).map(({ path, message }) => {
        const { line, rest } = draft.lineOf(path.map(String));
        return { line, message: rest === '' ? message : `${rest}: ${message}` };
      }),
    ),
  );
};

type Base = { uptoGrams: unknown; first: unknown; additional: unknown };
type Ladder = { bases: Base[] };
type CardDraft = Record<string, unknown> & { guesses: unknown[]; valueAddedServices: unknown[] };

/** A document in the making, which remembers on which line each part of it stands. */
class Draft {
  readonly faults: { line: number; message: string }[] = [];
  readonly #plan: Record<string, unknown> = {};
  readonly #cards = new Map<string, { index: number; card: CardDraft; ladders: Map<string, Ladder> }>();
  readonly #lines = new Map<string, number>();

  take(row: CsvRow): void {
    const kind = rowKinds.find((one) => one === cell(row, 'row'));
    const carrierId = cell(row, 'carrierId');
    const key = cell(row, 'key');
    if (kind === undefined) return this.#fault(row, `row must be one of ${rowKinds.join(', ')}`);
    if (kind === 'plan')
      return this.#set(this.#plan, [], key, key === 'currency' ? cell(row, 'text') : number(row, 'value'), row);
    if (kind === 'zones' && carrierId === '') return this.#set(this.#plan, [], 'zoneRules', json(row), row);
    if (carrierId === '') return this.#fault(row, 'carrierId is required');
    const { index, card, ladders } = this.#cardOf(carrierId, row);
    const at = ['cards', String(index)];
    switch (kind) {
      case 'card':
        if (key === 'guess') return void card.guesses.push(cell(row, 'text'));
        return this.#set(card, at, key, key === 'source' ? cell(row, 'text') : number(row, 'value'), row);
      case 'cod':
        return this.#set(card, at, 'cod', { flat: number(row, 'value'), percent: number(row, 'percent') }, row);
      case 'transit':
        return this.#set(card, at, 'transitDays', perZone(row), row);
      case 'zones':
        return this.#set(card, at, 'zoneRules', json(row), row);
      case 'service':
        this.#lines.set([...at, 'valueAddedServices', card.valueAddedServices.length].join('.'), row.line);
        return void card.valueAddedServices.push({
          id: key,
          name: cell(row, 'text'),
          flat: number(row, 'value'),
          percentOfInvoiceValue: number(row, 'percent') ?? 0,
        });
      case 'share':
        if (!directions.some((one) => one === key)) return this.#fault(row, directionExpected);
        return this.#set(
          card,
          at,
          key,
          { shareOfForwardPercent: number(row, 'percent'), extra: number(row, 'value') ?? 0 },
          row,
        );
      case 'first':
        if (!directions.some((one) => one === key)) return this.#fault(row, directionExpected);
        return this.#addBase(card, ladders, at, key, row);
      case 'additional':
        return this.#addSteps(ladders, at, key, row);
    }
  }

  document(): unknown {
    return { ...this.#plan, cards: [...this.#cards.values()].map(({ card }) => card) };
  }

  /** The line of the smallest part that a path lies in, and what of the path lies inside it. */
  lineOf(path: readonly string[]): { line: number; rest: string } {
    for (let length = path.length; length > 0; length -= 1) {
      const line = this.#lines.get(path.slice(0, length).join('.'));
      if (line !== undefined) return { line, rest: path.slice(length).join('.') };
    }
    return { line: 1, rest: path.join('.') };
  }

  #cardOf(carrierId: string, { line }: CsvRow) {
    const known = this.#cards.get(carrierId);
    if (known !== undefined) return known;
    const card: CardDraft = {
      carrierId,
      guesses: [],
      cod: null,
      reverse: null,
      reverseQc: null,
      rto: null,
      valueAddedServices: [],
    };
    const made = { index: this.#cards.size, card, ladders: new Map<string, Ladder>() };
    this.#cards.set(carrierId, made);
    this.#lines.set(`cards.${made.index}`, line);
    return made;
  }

  #addBase(card: CardDraft, ladders: Map<string, Ladder>, at: string[], key: string, row: CsvRow): void {
    const ladder = ladders.get(key) ?? { bases: [] };
    if (!ladders.has(key)) {
      ladders.set(key, ladder);
      this.#set(card, at, key, ladder, row);
    }
    this.#lines.set([...at, key, 'bases', ladder.bases.length].join('.'), row.line);
    ladder.bases.push({ uptoGrams: number(row, 'uptoGrams'), first: perZone(row), additional: null });
  }

  #addSteps(ladders: Map<string, Ladder>, at: string[], key: string, row: CsvRow): void {
    const bases = ladders.get(key)?.bases ?? [];
    const index = bases.findLastIndex(({ uptoGrams }) => uptoGrams === number(row, 'uptoGrams'));
    const base = bases[index];
    if (base === undefined) return this.#fault(row, 'there is no "first" row of this carrier, key and uptoGrams above');
    if (base.additional !== null)
      return this.#fault(row, 'a second "additional" row of the same base overlaps the first');
    base.additional = { stepGrams: number(row, 'stepGrams'), perStep: perZone(row) };
    this.#lines.set([...at, key, 'bases', index, 'additional'].join('.'), row.line);
  }

  #set(target: Record<string, unknown>, at: readonly string[], key: string, value: unknown, row: CsvRow): void {
    const path = [...at, key].join('.');
    const earlier = this.#lines.get(path);
    if (earlier !== undefined) return this.#fault(row, `${key} is given on line ${earlier} already`);
    this.#lines.set(path, row.line);
    target[key] = value;
  }

  #fault({ line }: CsvRow, message: string): void {
    this.faults.push({ line, message });
  }
}

const directionExpected = `key must be one of ${directions.join(', ')}`;

const cell = ({ cells }: CsvRow, column: RateColumn): string => cells[column.toLowerCase()] ?? '';

/** An empty cell is no number; what is no number either stays text, for the schema to refuse. */
const number = (row: CsvRow, column: RateColumn): number | string | undefined => {
  const text = cell(row, column);
  if (text === '') return undefined;
  return Number.isFinite(Number(text)) ? Number(text) : text;
};

const perZone = (row: CsvRow): Record<string, unknown> =>
  Object.fromEntries(zones.flatMap((zone) => (cell(row, zone) === '' ? [] : [[zone, number(row, zone)]])));

const json = (row: CsvRow): unknown => {
  try {
    return JSON.parse(cell(row, 'text'));
  } catch {
    return cell(row, 'text');
  }
};
