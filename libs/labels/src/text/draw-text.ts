import { fontName, fontOf, type Weight } from '../fonts.ts';
import type { LabelDocument } from '../label-document.ts';
import type { Box } from '../label-regions.ts';
import { fitText, type TextStyle } from './fit-text.ts';
import { scriptRuns } from './script-runs.ts';
import { textWidth } from './text-width.ts';

export type DrawnText = TextStyle & { align?: 'left' | 'center' | 'right'; vertical?: 'top' | 'middle' };

/** Draws paragraphs inside a box, as large as they fit. Takes cleaned text (`printable`); never draws outside the box. */
export const drawText = (
  document: LabelDocument,
  paragraphs: readonly string[],
  box: Box,
  { align = 'left', vertical = 'top', ...style }: DrawnText,
): void => {
  const fitted = fitText(paragraphs, box, style);
  const leftover = box.heightPt - fitted.lines.length * fitted.lineHeightPt;
  const top = box.y + (vertical === 'middle' ? leftover / 2 : 0);
  document.save();
  document.rect(box.x, box.y, box.widthPt, box.heightPt).clip();
  fitted.lines.forEach((line, index) => {
    const lineWidthPt = align === 'left' ? 0 : textWidth(line, style.weight) * fitted.sizePt;
    const x = box.x + (box.widthPt - lineWidthPt) * spareBefore[align];
    const baseline = top + index * fitted.lineHeightPt + fitted.baselinePt;
    drawLine(document, line, { x, baseline, sizePt: fitted.sizePt, weight: style.weight });
  });
  document.restore();
};

/** The share of a line's spare room that goes before it. */
const spareBefore = { left: 0, center: 0.5, right: 1 } as const;

type LinePlace = { x: number; baseline: number; sizePt: number; weight: Weight };

const drawLine = (document: LabelDocument, line: string, { x, baseline, sizePt, weight }: LinePlace): void => {
  let at = x;
  for (const { script, text } of scriptRuns(line)) {
    document.registerFont(fontName(script, weight), fontOf(script, weight));
    document.font(fontName(script, weight)).fontSize(sizePt);
    document.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
    at += document.widthOfString(text);
  }
};
