import type { LabelDocument } from '../label-document.ts';
import type { Box } from '../label-regions.ts';
import { type DrawnText, drawText } from '../text/draw-text.ts';
import { printable } from '../text/printable.ts';

/** Longest text that is laid out: a field of the API. */
const characterLimit = 1_000;

/** Writes text from anywhere into a box, cleaned and as large as it fits. */
export const write = (document: LabelDocument, text: string | readonly string[], box: Box, style: DrawnText): void => {
  const paragraphs = typeof text === 'string' ? [text] : text;
  drawText(
    document,
    paragraphs.map((paragraph) => printable(paragraph, characterLimit)),
    box,
    style,
  );
};
