/**
 * One line of CSV (RFC 4180, ended by CR LF). Text comes from merchants and their customers, so a cell that a spreadsheet would
 * run as a formula begins with an apostrophe; numbers are ours and stay as they are, negative ones too. Null is an empty cell.
 *
 * @example csvLine(['=1+1', -5.5, null]) // "'=1+1,-5.5,\r\n"
 */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellOf).join(',')}\r\n`;

const cellOf = (cell: string | number | null): string => {
  if (cell === null) return '';
  return typeof cell === 'number' ? String(cell) : quoted(guarded(cell));
};

// What Excel, LibreOffice and Google Sheets take for the beginning of a formula, also behind white space that they trim, and the
// full-width forms that they treat alike (OWASP, "CSV Injection").
const formula = /^\s*[=+\-@＝＋－＠|%]|^[\t\r\n]/u;

const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text);

const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
