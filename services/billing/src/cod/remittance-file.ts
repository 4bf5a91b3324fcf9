import { type FieldErrors, FreightError, toPaise } from '@freight/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

const records = z.array(z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) }));

/** Indian files write 1,23,456.50. */
const amountText = /^\d[\d,]*(\.\d{1,2})?$/;
const maxReportedFaults = 100;

/**
 * What a courier's remittance file says it paid, in paise by AWB; several lines of one AWB are summed.
 *
 * @throws FreightError VALIDATION_FAILED with every line at fault (`csv.12` is line 12)
 */
export const readRemittanceFile = (csv: string): Map<string, number> => {
  const rows = parseRows(csv);
  const missing = ['awb', 'amount'].filter((column) => rows[0]?.record[column] === undefined);
  if (missing.length > 0) throw fileFault({ csv: missing.map((column) => `has no column ${column}, or no rows`) });

  const paid = new Map<string, number>();
  const faults: FieldErrors = {};
  for (const { record, info } of rows) {
    const { awb = '', amount = '' } = record;
    if (awb !== '' && amountText.test(amount)) {
      paid.set(awb, (paid.get(awb) ?? 0) + toPaise(Number(amount.replaceAll(',', ''))));
    } else if (Object.keys(faults).length < maxReportedFaults) {
      faults[`csv.${info.lines}`] = ['needs an AWB and an amount in INR with at most two decimals'];
    }
  }
  if (Object.keys(faults).length > 0) throw fileFault(faults);
  return paid;
};

const parseRows = (csv: string): z.output<typeof records> => {
  try {
    return records.parse(
      parse(csv, {
        bom: true,
        columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
        info: true,
        skip_empty_lines: true,
        trim: true,
      }),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fileFault({ csv: [error.message] });
  }
};

const fileFault = (errors: FieldErrors): FreightError => new FreightError('VALIDATION_FAILED', { errors });
