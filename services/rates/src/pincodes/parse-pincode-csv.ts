import { FreightError } from '@freight/contracts';
import { csvFault, lineFaults, readCsv } from '../csv/read-csv.ts';
import type { Place } from './pincode-table.ts';
import { findStateByName } from './states.ts';

/** India has more than 19,000 pincodes; a file with less than half of them is an extract and would make the rest unknown. */
const minPincodes = 10_000;

/**
 * Reads a pincode table from CSV: one row per pincode with its district and today's state.
 *
 * @throws FreightError VALIDATION_FAILED naming the lines at fault, or that the table is too small
 */
export const parsePincodeCsv = (text: string): Place[] => {
  const faults: { line: number; message: string }[] = [];
  const lineOf = new Map<string, number>();
  const places = readCsv(text, ['pincode', 'district', 'state']).flatMap(({ line, cells }): Place[] => {
    const { pincode = '', district = '', state: stateName = '' } = cells;
    const state = findStateByName(stateName);
    const earlier = lineOf.get(pincode);
    lineOf.set(pincode, line);
    if (!/^[1-9]\d{5}$/.test(pincode)) faults.push({ line, message: `${pincode} is no pincode` });
    else if (earlier !== undefined) faults.push({ line, message: `${pincode} is on line ${earlier} already` });
    else if (district === '' || /[\t\r\n]/.test(district)) faults.push({ line, message: `${pincode} has no district` });
    else if (state === undefined) faults.push({ line, message: `${stateName || 'nothing'} is no state of India` });
    else return [{ pincode, district, state }];
    return [];
  });
  if (faults.length > 0) throw csvFault(lineFaults(faults));
  if (places.length < minPincodes) {
    const message = `has ${places.length} pincodes; a table of India has at least ${minPincodes}`;
    throw new FreightError('VALIDATION_FAILED', { errors: { csv: [message] } });
  }
  return places;
};
