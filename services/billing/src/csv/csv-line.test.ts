import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from './csv-line.ts';

describe('a line of CSV', () => {
  test.each(['=1+1', '+1', '-1', '@A1', '\t=1', '\r=1', ' =1', '＝1', '|cmd', '%0A=1'])(
    'a text cell %j does not begin as a formula',
    (text) => {
      expect(cellsOf(csvLine([text]))).toEqual([`'${text}`]);
    },
  );

  test('numbers are never touched', () => {
    expect(csvLine([-5.5, 0, 12])).toBe('-5.5,0,12\r\n');
  });

  test('whatever the cells hold, a reader gets them back, guarded', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (cells) => {
        const read = cellsOf(csvLine(cells));
        expect(read).toHaveLength(cells.length);
        for (const [index, cell] of read.entries()) {
          expect([cells[index], `'${cells[index]}`]).toContain(cell);
          expect(cell).not.toMatch(/^[=+\-@\t\r]/);
        }
      }),
    );
  });
});

/** A reader by RFC 4180, for one line that may hold line ends inside quotes. */
const cellsOf = (line: string): string[] => {
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/u.exec(rest);
    if (match === null) throw new Error(`no CSV: ${rest}`);
    const [whole, quoted, plain = '', separator] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (separator !== ',') return cells;
    rest = rest.slice(whole.length);
  }
};
