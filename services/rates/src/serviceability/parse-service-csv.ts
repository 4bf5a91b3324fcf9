import { csvFault, lineFaults, readCsv } from '../csv/read-csv.ts';
import { toFlags } from './service-table.ts';
import type { ServiceRow } from './serviceability.store.ts';

const flagColumns = ['prepaid', 'cod', 'pickup', 'reverse', 'qc'] as const;

/**
 * Reads a list of pincodes with what a carrier does there.
 *
 * @throws FreightError VALIDATION_FAILED naming the lines at fault
 */
export const parseServiceCsv = (text: string): ServiceRow[] => {
  const faults: { line: number; message: string }[] = [];
  const lineOf = new Map<number, number>();
  const rows = readCsv(text, ['pincode', ...flagColumns]).map(({ line, cells }): ServiceRow => {
    const pincode = Number(cells['pincode']);
    if (!/^[1-9]\d{5}$/.test(cells['pincode'] ?? '')) {
      faults.push({ line, message: `${cells['pincode']} is no pincode` });
    } else if (lineOf.has(pincode)) {
      faults.push({ line, message: `${pincode} is on line ${lineOf.get(pincode)} already` });
    }
    lineOf.set(pincode, line);
    const flag = (column: (typeof flagColumns)[number]): boolean => {
      const value = flagValues[(cells[column] ?? '').toLowerCase()];
      if (value === undefined) faults.push({ line, message: `${column}: ${cells[column]} is neither Y nor N` });
      return value ?? false;
    };
    const service = {
      prepaid: flag('prepaid'),
      cod: flag('cod'),
      pickup: flag('pickup'),
      reverse: flag('reverse'),
      qc: flag('qc'),
    };
    return { pincode, flags: toFlags(service) };
  });
  if (faults.length > 0) throw csvFault(lineFaults(faults));
  return rows;
};

const flagValues: Partial<Record<string, boolean>> = {
  y: true,
  yes: true,
  true: true,
  '1': true,
  n: false,
  no: false,
  false: false,
  '0': false,
  '': false,
};
