// In the ES module the named export `raw` is another thing, a barcode type; only the default one encodes.
import barcodes from 'bwip-js/node';

/**
 * A Code 128 symbol that is legible in a given width: bars and spaces in turn, in modules, bar first. Code set C is used
 * where digits allow it.
 */
export type Code128 = { modules: readonly number[]; modulePt: number; widthPt: number };

/**
 * Encodes text for a width that includes the quiet zones of ten modules on both sides (ISO/IEC 15417). Gives undefined
 * where the text has a character outside visible ASCII or does not fit with modules of 10 mil: no barcode is better than
 * one that scans as another number or not at all.
 */
export const code128 = (text: string, roomPt: number): Code128 | undefined => {
  if (!encodable.test(text)) return undefined;
  const [symbol] = barcodes.raw({ bcid: 'code128', text });
  if (symbol === undefined || !('sbs' in symbol)) return undefined;
  const moduleCount = symbol.sbs.reduce((sum, width) => sum + width, 0);
  const modulePt = moduleWidthsPt.find((width) => (moduleCount + 2 * quietModules) * width <= roomPt);
  return modulePt === undefined ? undefined : { modules: symbol.sbs, modulePt, widthPt: moduleCount * modulePt };
};

/** Longer ones would need modules under 10 mil on a 4 inch label; the bound also keeps a stranger's text from the encoder. */
const encodable = /^[\x21-\x7e]{1,40}$/;

const quietModules = 10;

/** One dot of a 203 dpi printer, 4.9 mil. */
export const printerDotPt = 72 / 203;

/**
 * Widest first: 5, 4 and 3 dots of a 203 dpi printer (a module of whole dots prints with even bars), 4 and 3 dots of a
 * 300 dpi one. The last is 10 mil.
 */
const moduleWidthsPt = [5 * printerDotPt, 4 * printerDotPt, 3 * printerDotPt, 4 * 0.24, 3 * 0.24] as const;
