import { drawLabel } from './draw-label.ts';
import type { LabelContent } from './label-content.ts';
import { closeLabelDocument, openLabelDocument } from './label-document.ts';

/** Labels in one document at most. */
export const labelsPerDocumentLimit = 2_000;

/**
 * Draws labels as one PDF, a page of 4×6 inches each, in the order given; fonts are embedded once for all of them.
 *
 * Busy on the calling thread for some milliseconds a label: services use `createLabelDrawer`. Any text is drawn, however
 * long or odd. Throws RangeError on no labels, more than `labelsPerDocumentLimit`, or a number or date that is none.
 *
 * @example await writeFile('label.pdf', await drawLabels([label]));
 */
export const drawLabels = async (labels: readonly LabelContent[]): Promise<Buffer> => {
  const [first] = labels;
  if (first === undefined) throw new RangeError('a document needs at least one label');
  if (labels.length > labelsPerDocumentLimit) throw new RangeError(`more than ${labelsPerDocumentLimit} labels`);
  const document = openLabelDocument(first.date);
  for (const label of labels) {
    document.addPage();
    drawLabel(document, label);
  }
  return await closeLabelDocument(document);
};
