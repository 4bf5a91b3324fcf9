import type { PincodeTable } from './pincode-table.ts';
import { findStateByName } from './states.ts';

export type ReferenceRow = { pincode: string; state: string };

export type Coverage = {
  /** Pincodes of the reference. */
  total: number;
  /** Those in our table itself. */
  known: number;
  /** Known ones whose state the reference also names: what `rightState` is a part of. */
  comparable: number;
  rightState: number;
  wrong: { pincode: string; ours: string; theirs: string }[];
  /** Unknown ones that still get the right state by their prefix. */
  rightStateByPrefix: number;
};

/** Measures a pincode table against a reference: how many it knows, and of those how many with the right state. */
export const measureCoverage = (table: PincodeTable, reference: Iterable<ReferenceRow>): Coverage => {
  const coverage: Coverage = { total: 0, known: 0, comparable: 0, rightState: 0, wrong: [], rightStateByPrefix: 0 };
  for (const { pincode, state } of reference) {
    coverage.total += 1;
    const ours = table.find(pincode)?.state;
    const theirs = findStateByName(state);
    if (!table.has(pincode)) {
      if (theirs !== undefined && ours === theirs) coverage.rightStateByPrefix += 1;
      continue;
    }
    coverage.known += 1;
    if (ours === undefined || theirs === undefined) continue;
    coverage.comparable += 1;
    if (ours === theirs) coverage.rightState += 1;
    else coverage.wrong.push({ pincode, ours, theirs });
  }
  return coverage;
};
