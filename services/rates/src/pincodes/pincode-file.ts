import type { Place } from './pincode-table.ts';
import { isStateCode } from './states.ts';

/**
 * The committed form of the pincode table: one line per district, `state <tab> district <tab> pincodes`, where `400001-14`
 * means 400001 to 400014. Lines and pincodes are sorted, so that a change of the table is a readable diff.
 */
export const parsePincodeFile = (text: string): Place[] =>
  text.split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const [state, district, runs] = line.split('\t');
    if (state === undefined || !isStateCode(state) || district === undefined || runs === undefined) {
      throw new Error(`pincode table, line ${index + 1}: expected state, district and pincodes`);
    }
    return runs.split(' ').flatMap((run) => expandRun(run).map((pincode) => ({ pincode, district, state })));
  });

/** The inverse of parsePincodeFile; `header` lines become comments. */
export const formatPincodeFile = (places: readonly Place[], header: readonly string[]): string => {
  const byDistrict = Map.groupBy(places, ({ state, district }) => `${state}\t${district ?? ''}`);
  const lines = [...byDistrict]
    .map(([key, ofDistrict]) => `${key}\t${compressRuns(ofDistrict.map(({ pincode }) => Number(pincode)))}`)
    .toSorted();
  return `${[...header.map((line) => `# ${line}`), ...lines].join('\n')}\n`;
};

const expandRun = (run: string): string[] => {
  const [first = '', tail] = run.split('-');
  if (!/^[1-9]\d{5}$/.test(first)) throw new Error(`pincode table: ${run} is no pincode`);
  if (tail === undefined) return [first];
  const from = Number(first);
  const to = Number(first.slice(0, first.length - tail.length) + tail);
  return Array.from({ length: to - from + 1 }, (_, offset) => String(from + offset));
};

const compressRuns = (pincodes: readonly number[]): string => {
  const runs: { from: number; to: number }[] = [];
  for (const pincode of pincodes.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last.to + 1 === pincode) last.to = pincode;
    else runs.push({ from: pincode, to: pincode });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${differingTail(from, to)}`)).join(' ');
};

const differingTail = (from: number, to: number): string => {
  const [first, last] = [String(from), String(to)];
  let shared = 0;
  while (first[shared] === last[shared]) shared += 1;
  return last.slice(shared);
};
