import { code128, printerDotPt } from './code128.ts';
import type { LabelDocument } from './label-document.ts';
import { regions } from './label-regions.ts';
import { drawText } from './text/draw-text.ts';
import { printable } from './text/printable.ts';

/**
 * Draws the AWB as a barcode, with its characters below for when the barcode is torn. An AWB that Code 128 cannot hold
 * legibly is printed large instead.
 */
export const drawBarcode = (document: LabelDocument, awb: string): void => {
  const text = printable(awb, 200);
  const style = { weight: 'bold', maxSizePt: 16, minSizePt: 5.5, align: 'center', vertical: 'middle' } as const;
  const box = regions.barcode;
  const symbol = code128(awb, box.widthPt);
  if (symbol === undefined) {
    drawText(document, [text], box, style);
    return;
  }
  // Bars that start on a printer's dot stay even; the box is wide enough to give a dot away.
  let x = Math.round((box.x + (box.widthPt - symbol.widthPt) / 2) / printerDotPt) * printerDotPt;
  symbol.modules.forEach((width, index) => {
    if (index % 2 === 0) document.rect(x, box.y, width * symbol.modulePt, box.heightPt);
    x += width * symbol.modulePt;
  });
  document.fill('black');
  drawText(document, [text], regions.awb, style);
};
