/** CSV (RFC 4180) from cells; lines end with CR LF. A cell that is undefined is empty. */
export const writeCsv = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quote(String(cell ?? ''))).join(',')}\r\n`).join('');

const quote = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
