import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

export type DirectoryPlace = { pincode: string; district: string; state: string };

export type Directory = {
  places: DirectoryPlace[];
  /** Rows, one per post office in the official directory. */
  rows: number;
  /** Pincodes that no row gives both a district and a state; their prefix still tells the state. */
  skipped: string[];
};

/**
 * Reads the official pincode directory (CSV, gzip allowed: a row per post office, columns in the spelling of any of its
 * editions) or a table of the form pincode, district, state. A pincode gets the district and state that most of its post
 * offices name: 400001 has one stray office of Raigarh.
 *
 * @throws Error in one sentence when the file has no such columns
 */
export const readDirectory = async (file: string): Promise<Directory> => {
  const bytes = await readFile(file);
  const rows = parseRows((bytes[0] === gzipMagic ? gunzipSync(bytes) : bytes).toString('utf8'));
  const [first] = rows;
  const missing = Object.keys(spellings).filter((field) => first === undefined || !hasField(first, field));
  if (missing.length > 0) throw new Error(`${file} has no column ${missing.join(', ')}, or no rows`);

  const skipped: string[] = [];
  const places = [...Map.groupBy(rows.map(toPlace), ({ pincode }) => pincode)].flatMap(([pincode, offices]) => {
    const place = /^[1-9]\d{5}$/.test(pincode) ? commonest(offices) : undefined;
    if (place === undefined) skipped.push(pincode);
    return place ?? [];
  });
  return { places: places.toSorted((a, b) => Number(a.pincode) - Number(b.pincode)), rows: rows.length, skipped };
};

/** The form that the API takes. */
export const formatPlaces = (places: readonly DirectoryPlace[]): string =>
  [
    'pincode,district,state',
    ...places.map(({ pincode, district, state }) => [pincode, quote(district), quote(state)].join(',')),
    '',
  ].join('\n');

const gzipMagic = 0x1f;

/** Names of the columns in the editions of the directory, without case and punctuation. */
const spellings: Record<keyof DirectoryPlace, readonly string[]> = {
  pincode: ['pincode', 'pin'],
  district: ['district', 'districtname'],
  state: ['state', 'statename'],
};

type Row = Readonly<Record<string, string>>;

const parseRows = (text: string): Row[] =>
  z.array(z.record(z.string(), z.string())).parse(
    parse(text, {
      bom: true,
      columns: (header: string[]) => header.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, '')),
      // The directory has rows with a comma too many and names with a quote in the middle.
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }),
  );

const hasField = (row: Row, field: string): boolean =>
  Object.entries(spellings).some(
    ([name, columns]) => name === field && columns.some((column) => row[column] !== undefined),
  );

const fieldOf = (row: Row, field: keyof DirectoryPlace): string =>
  spellings[field].map((column) => row[column] ?? '').find((value) => value !== '' && value.toUpperCase() !== 'NA') ??
  '';

const toPlace = (row: Row): DirectoryPlace => ({
  pincode: fieldOf(row, 'pincode'),
  district: fieldOf(row, 'district'),
  state: fieldOf(row, 'state'),
});

const commonest = (offices: readonly DirectoryPlace[]): DirectoryPlace | undefined => {
  const complete = offices.filter(({ district, state }) => district !== '' && state !== '');
  const groups = [...Map.groupBy(complete, ({ district, state }) => `${state}/${district}`.toUpperCase()).values()];
  const [largest] = groups.toSorted((a, b) => b.length - a.length);
  const [place] = largest ?? [];
  return place && { ...place, district: inTitleCase(place.district) };
};

/** The directory shouts its names since 2021; cities are shown to merchants as written here. */
const inTitleCase = (name: string): string =>
  name === name.toUpperCase() ? name.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name;

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
