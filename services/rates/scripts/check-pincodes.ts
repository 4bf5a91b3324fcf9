/**
 * Measures a pincode table against a reference file with the columns pincode and state (CSV, gzip allowed), the committed table
 * unless another is given as CSV: `node scripts/check-pincodes.ts <file> [table]`. Ends with status 1 below 97 % known or 99 %
 * right states.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { readCsv } from '../src/csv/read-csv.ts';
import { measureCoverage } from '../src/pincodes/measure-coverage.ts';
import { parsePincodeCsv } from '../src/pincodes/parse-pincode-csv.ts';
import { pincodeTable, readPincodeTable } from '../src/pincodes/pincode-table.ts';

const minimum = { known: 0.97, rightState: 0.99 } as const;

const [file, tableFile] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: check-pincodes.ts <file> [table]');

const bytes = await readFile(file);
const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const reference = readCsv(text, ['pincode', 'state']).map(({ cells: { pincode = '', state = '' } }) => ({
  pincode,
  state,
}));

const started = performance.now();
const table =
  tableFile === undefined
    ? await readPincodeTable(new URL('../data/pincodes.tsv', import.meta.url))
    : pincodeTable(parsePincodeCsv(await readFile(tableFile, 'utf8')));
const loadMs = Math.round(performance.now() - started);
const coverage = measureCoverage(table, reference);
const known = coverage.known / coverage.total;
const rightState = coverage.rightState / coverage.comparable;
const percent = (share: number): string => `${(share * 100).toFixed(2)} %`;

process.stdout.write(
  [
    `table: ${table.size} pincodes, loaded in ${loadMs} ms`,
    `known: ${coverage.known} of ${coverage.total} = ${percent(known)}`,
    `right state: ${coverage.rightState} of ${coverage.comparable} = ${percent(rightState)}`,
    `unknown, but right state by prefix: ${coverage.rightStateByPrefix} of ${coverage.total - coverage.known}`,
    ...coverage.wrong.map(({ pincode, ours, theirs }) => `  ${pincode}: ${ours}, reference says ${theirs}`),
    '',
  ].join('\n'),
);
process.exitCode = known >= minimum.known && rightState >= minimum.rightState ? 0 : 1;
