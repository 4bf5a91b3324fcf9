import { buffer } from 'node:stream/consumers';
import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { page } from './label-regions.ts';

export type LabelDocument = PDFKit.PDFDocument;

declare global {
  // The library takes a parsed font as well as a file's bytes; its types do not say so yet.
  namespace PDFKit.Mixins {
    interface PDFFont {
      registerFont(name: string, font: Font): this;
    }
  }
}

/**
 * Opens an empty document of 4×6 inch pages. The same labels give the same bytes: the time inside is a label's date, not
 * the clock.
 */
export const openLabelDocument = (created: Date): LabelDocument =>
  new PDFDocument({
    size: [page.widthPt, page.heightPt],
    margin: 0,
    autoFirstPage: false,
    // No default font: Helvetica would be read from disk for each document and has no rupee sign.
    font: '',
    lang: 'en-IN',
    info: { Title: 'Shipping labels', CreationDate: created },
  });

/** Ends a document and gives the bytes of its file. */
export const closeLabelDocument = (document: LabelDocument): Promise<Buffer> => {
  document.end();
  return buffer(document);
};
