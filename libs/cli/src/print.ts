/**
 * Prints an answer: with `--json` as it came, else as lines for a person.
 *
 * @param columns the fields to show of each record, in order
 */
export const print = (
  answer: unknown,
  { json = false, columns }: { json?: boolean; columns: readonly string[] },
): void => {
  if (json) return void process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  const records = Array.isArray(answer) ? answer : [answer];
  if (records.length === 0) return void process.stdout.write('none\n');
  process.stdout.write(Array.isArray(answer) ? table(records, columns) : list(answer, columns));
};

const table = (records: readonly unknown[], columns: readonly string[]): string => {
  const rows = [columns, ...records.map((record) => columns.map((column) => cell(record, column)))];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((text, index) => text.padEnd(widths[index] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
};

const list = (record: unknown, columns: readonly string[]): string =>
  columns.map((column) => `${column}: ${cell(record, column)}\n`).join('');

const cell = (record: unknown, column: string): string => {
  const value: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, column) : undefined;
  if (value === null || value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
