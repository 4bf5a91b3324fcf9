import { type FieldErrors, FreightError } from '@freight/contracts';
import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';

/** A row of a CSV file by column, and the line on which it stands, the header being line 1. */
export type CsvRow = { line: number; cells: Readonly<Record<string, string>> };

/**
 * Reads a CSV file (RFC 4180) with a header row. Columns may stand in any order, and more than needed is no fault; their names
 * are compared in lower case.
 *
 * @throws FreightError VALIDATION_FAILED naming the missing columns, or the line that is no CSV
 */
export const readCsv = (text: string, columns: readonly string[]): CsvRow[] => {
  const rows = parseRecords(text).map(({ record, info }) => ({ line: info.lines, cells: record }));
  const [first] = rows;
  if (first === undefined) throw csvFault({ csv: ['has no rows below its header'] });
  const missing = columns.filter((column) => first.cells[column.toLowerCase()] === undefined);
  if (missing.length > 0) throw csvFault({ csv: missing.map((column) => `has no column ${column}`) });
  return rows;
};

/** What is wrong with a file, by `csv.<line>`. */
export const csvFault = (errors: FieldErrors): FreightError => new FreightError('VALIDATION_FAILED', { errors });

/** Faults of lines as field errors, the first 100: a file that is wrong is often wrong on every line. */
export const lineFaults = (faults: readonly { line: number; message: string }[]): FieldErrors => {
  const errors: FieldErrors = {};
  for (const { line, message } of faults.slice(0, maxReportedFaults)) (errors[`csv.${line}`] ??= []).push(message);
  return errors;
};

const maxReportedFaults = 100;

const records = z.array(z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) }));

const parseRecords = (text: string): z.output<typeof records> => {
  try {
    return records.parse(
      parse(text, {
        bom: true,
        columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
        info: true,
        skip_empty_lines: true,
        trim: true,
      }),
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = 'lines' in error ? error.lines : undefined;
    throw csvFault({ [typeof line === 'number' ? `csv.${line}` : 'csv']: [error.message] });
  }
};
