import type { LabelDocument } from '../label-document.ts';
import { amountText } from './amount-text.ts';
import type { InvoiceContent, InvoiceLine } from './invoice-content.ts';
import * as regions from './invoice-regions.ts';
import { write } from './write.ts';

/** The names of the tax columns. */
export const taxNames = (taxes: InvoiceContent['taxes']): string[] => taxes.split('+');

/** A line's tax as its columns show it; the state's half gets the odd paisa. */
export const taxParts = (taxes: InvoiceContent['taxes'], taxPaise: number): number[] => {
  if (taxes === 'IGST') return [taxPaise];
  const centralPaise = Math.floor(taxPaise / 2);
  return [centralPaise, taxPaise - centralPaise];
};

/**
 * Draws the lines below a heading, on as many pages as they need, and leaves room for the sums below the last one.
 *
 * @returns where the sums begin, on the document's present page
 */
export const drawInvoiceTable = (document: LabelDocument, invoice: InvoiceContent): number => {
  const columns = regions.columns(taxNames(invoice.taxes));
  let y = drawHeading(document, columns, regions.tableTop.first);
  const newPage = (): void => {
    document.addPage();
    document.lineWidth(0.75).strokeColor('black').fillColor('black');
    y = drawHeading(document, columns, regions.tableTop.next);
  };
  invoice.lines.forEach((line, index) => {
    if (y + regions.rowPt > regions.bottom) newPage();
    cellsOf(invoice, line, index).forEach((text, at) => {
      const column = columns[at];
      if (column === undefined) return;
      const box = { x: column.x + 3, y: y + 1, widthPt: column.widthPt - 6, heightPt: regions.rowPt - 2 };
      write(document, text, box, {
        weight: 'regular',
        maxSizePt: 8.5,
        minSizePt: 5.5,
        align: column.align,
        vertical: 'middle',
      });
    });
    y += regions.rowPt;
    drawRule(document, y, 0.25);
  });
  if (y + regions.closingPt > regions.bottom) newPage();
  return y;
};

const cellsOf = ({ taxes }: InvoiceContent, line: InvoiceLine, index: number): string[] => [
  String(index + 1),
  line.name,
  line.hsnCode ?? '—',
  String(line.quantity),
  amountText(line.taxablePaise),
  line.gstRate === null ? '—' : String(line.gstRate),
  ...taxParts(taxes, line.taxPaise).map(amountText),
  amountText(line.taxablePaise + line.taxPaise),
];

const drawHeading = (document: LabelDocument, columns: readonly regions.Column[], top: number): number => {
  document.rect(regions.left, top, regions.widthPt, regions.headingPt).fillAndStroke('#e8e8e8', 'black');
  document.fillColor('black');
  for (const { title, x, widthPt, align } of columns) {
    const box = { x: x + 3, y: top + 2, widthPt: widthPt - 6, heightPt: regions.headingPt - 4 };
    write(document, title, box, { weight: 'bold', maxSizePt: 8, minSizePt: 5.5, align, vertical: 'middle' });
  }
  return top + regions.headingPt;
};

const drawRule = (document: LabelDocument, y: number, lineWidthPt: number): void => {
  document
    .lineWidth(lineWidthPt)
    .moveTo(regions.left, y)
    .lineTo(regions.left + regions.widthPt, y)
    .stroke()
    .lineWidth(0.75);
};
