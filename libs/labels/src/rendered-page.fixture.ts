import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createCanvas, type ImageData } from '@napi-rs/canvas';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { frame } from './label-regions.ts';

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

/** The words of a page in the order they were drawn, as a search would find them. */
export const pageText = async (document: PDFDocumentProxy, pageNumber: number): Promise<string> => {
  const content = await (await document.getPage(pageNumber)).getTextContent();
  return content.items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ');
};

/** Counts pixels of a page at 203 dpi that are not white though they lie outside the label's frame. */
export const inkOutside = ({ data, width, height }: ImageData): number => {
  const edge = (frame.x - 1) * (203 / 72);
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isOutside = x < edge || y < edge || x > width - edge || y > height - edge;
      if (isOutside && (data[(y * width + x) * 4] ?? 255) < 250) count += 1;
    }
  }
  return count;
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
