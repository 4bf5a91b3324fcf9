import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, type ImageData } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

export const openPdf = (pdf: Uint8Array): Promise<PDFDocumentProxy> =>
  getDocument({ data: new Uint8Array(pdf), verbosity: 0, disableFontFace: true }).promise;

/** Draws a page to pixels as a printer of 203 dpi would, or finer. Page numbers start at 1. */
export const renderPage = async (
  document: PDFDocumentProxy,
  pageNumber: number,
  dpi = 203,
): Promise<{ image: ImageData; png: Buffer }> => {
  const page = await document.getPage(pageNumber);
  const viewport = page.getViewport({ scale: dpi / 72 });
  const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
  await page.render({ canvas, viewport }).promise;
  const image = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return { image, png: canvas.toBuffer('image/png') };
};

/** What a scanner of Code 128 reads on a page. */
export const scan = async (image: ImageData): Promise<string[]> => {
  const found = await readBarcodes(image, { formats: ['Code128'], tryHarder: true });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
};

// Left to itself the decoder fetches its WebAssembly from a public server.
prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer,
  },
});
