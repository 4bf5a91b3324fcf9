import { PDFDocument } from '@cantoo/pdf-lib';
import { drawLabels } from './draw-labels.ts';
import type { LabelContent } from './label-content.ts';

/** The label of one shipment: what ours says, a page per package, and the courier's file that goes before it. */
export type LabelPart = { pages: readonly LabelContent[]; courierFile?: Uint8Array | undefined };

/** Labels are some pages; a file of more is no label. */
const maxCourierPages = 100;

/**
 * One PDF of many shipments' labels, in the order given. Ours are drawn as one document, so that their fonts are in it once; a
 * courier's file that cannot be read as a PDF gives way to ours. Busy on the calling thread: services use `createLabelDrawer`.
 */
export const mergeLabels = async (parts: readonly LabelPart[]): Promise<Uint8Array> => {
  const files = await Promise.all(parts.map(({ courierFile }) => readPdf(courierFile)));
  const ourPages = parts.flatMap(({ pages }, index) => (files[index] === undefined ? pages : []));
  const ours = ourPages.length === 0 ? undefined : await drawLabels(ourPages);
  if (ours !== undefined && files.every((file) => file === undefined)) return ours;

  const merged = await PDFDocument.create({ updateMetadata: false });
  const drawn = ours === undefined ? undefined : await PDFDocument.load(ours, { updateMetadata: false });
  const drawnPages = drawn === undefined ? [] : await merged.copyPages(drawn, drawn.getPageIndices());
  let nextDrawn = 0;
  for (const [index, { pages }] of parts.entries()) {
    const file = files[index];
    if (file === undefined) {
      for (const page of drawnPages.slice(nextDrawn, nextDrawn + pages.length)) merged.addPage(page);
      nextDrawn += pages.length;
    } else {
      for (const page of await merged.copyPages(file, file.getPageIndices())) merged.addPage(page);
    }
  }
  return merged.save();
};

const readPdf = async (file: Uint8Array | undefined): Promise<PDFDocument | undefined> => {
  if (file === undefined) return undefined;
  try {
    const document = await PDFDocument.load(file, { updateMetadata: false });
    const pageCount = document.getPageCount();
    return pageCount >= 1 && pageCount <= maxCourierPages ? document : undefined;
  } catch {
    return undefined;
  }
};
