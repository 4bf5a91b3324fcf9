import { readFile } from 'node:fs/promises';
import { parsePincodeFile } from './pincode-file.ts';
import type { StateCode } from './states.ts';

/** Where a pincode is. A place that is known by its prefix only has no district. */
export type Place = { pincode: string; district: string | null; state: StateCode };

export type PincodeTable = {
  size: number;
  /** Every place of the table itself. */
  places: readonly Place[];
  /** The place of a pincode, from the table or by its prefix; undefined where even that says nothing. */
  find: (pincode: string) => Place | undefined;
  /** Is it in the table itself? */
  has: (pincode: string) => boolean;
};

/** Reads and parses the committed table: 19,400 pincodes in about 40 ms, cold. */
export const readPincodeTable = async (path: URL): Promise<PincodeTable> =>
  pincodeTable(parsePincodeFile(await readFile(path, 'utf8')));

/** A table over places. Places are shared objects: a find allocates nothing for a known pincode. */
export const pincodeTable = (places: readonly Place[]): PincodeTable => {
  const byPincode = new Map(places.map((place) => [place.pincode, place]));
  const stateByPrefix = majorityStates(places);
  return {
    size: byPincode.size,
    places,
    has: (pincode) => byPincode.has(pincode),
    find: (pincode) => {
      const known = byPincode.get(pincode);
      if (known !== undefined) return known;
      const state = stateOfPrefix(stateByPrefix, pincode);
      return state === undefined ? undefined : { pincode, district: null, state };
    },
  };
};

/**
 * Prefix lengths that say something: five digits are a sorting town, three a sorting district. Two or one span states, and
 * 90 to 99 (army post) have no place at all, so a pincode that shares no three digits with a known one stays unknown.
 */
const prefixLengths = [5, 4, 3] as const;

const stateOfPrefix = (stateByPrefix: Map<string, StateCode>, pincode: string): StateCode | undefined => {
  for (const length of prefixLengths) {
    const state = stateByPrefix.get(pincode.slice(0, length));
    if (state !== undefined) return state;
  }
  return undefined;
};

/** The commonest state of every prefix: 68255 is Lakshadweep although the rest of 682 is Kerala. */
const majorityStates = (places: readonly Place[]): Map<string, StateCode> => {
  const counts = new Map<string, Map<StateCode, number>>();
  for (const { pincode, state } of places) {
    for (const length of prefixLengths) {
      const prefix = pincode.slice(0, length);
      const ofPrefix = counts.get(prefix) ?? new Map<StateCode, number>();
      ofPrefix.set(state, (ofPrefix.get(state) ?? 0) + 1);
      counts.set(prefix, ofPrefix);
    }
  }
  const majority = new Map<string, StateCode>();
  for (const [prefix, ofPrefix] of counts) {
    let most = 0;
    for (const [state, count] of ofPrefix) {
      if (count <= most) continue;
      most = count;
      majority.set(prefix, state);
    }
  }
  return majority;
};
