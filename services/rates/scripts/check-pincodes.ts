/**
 * Measures the committed table against a reference file with the columns pincode, district, state (CSV, gzip allowed):
 * `node scripts/check-pincodes.ts <file>`. Ends with status 1 below 97 % known or 99 % right states.
 */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { measureCoverage } from '../src/pincodes/measure-coverage.ts';
import { readPincodeTable } from '../src/pincodes/pincode-table.ts';

const minimum = { known: 0.97, rightState: 0.99 } as const;

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: check-pincodes.ts <file>');

const bytes = await readFile(file);
const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
const [, ...lines] = text.trim().split('\n');
const reference = lines.map((line) => {
  const [pincode = '', , state = ''] = line.split(',');
  return { pincode, state };
});

const started = performance.now();
const table = await readPincodeTable(new URL('../data/pincodes.tsv', import.meta.url));
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
