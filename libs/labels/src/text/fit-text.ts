import type { Weight } from '../fonts.ts';
import { scriptRuns } from './script-runs.ts';
import { textWidth } from './text-width.ts';
import { wrapText } from './wrap-text.ts';

export type TextStyle = {
  weight: Weight;
  /** The size that is tried first; each next one is half a point smaller. */
  maxSizePt: number;
  /** Below this nothing is legible from a 203 dpi printer; text that still does not fit ends in an ellipsis. */
  minSizePt: number;
};

export type FittedText = {
  sizePt: number;
  lineHeightPt: number;
  /** From the top of a line down to where its letters stand. */
  baselinePt: number;
  lines: string[];
  isCut: boolean;
};

/**
 * Finds the largest size at which paragraphs fit a box, wrapping as needed; each paragraph starts a line of its own.
 * The result never exceeds the box: whatever is left over at the smallest size is cut.
 */
export const fitText = (
  paragraphs: readonly string[],
  box: { widthPt: number; heightPt: number },
  style: TextStyle,
): FittedText => {
  const measure = (text: string): number => textWidth(text, style.weight);
  const metrics = paragraphs.some(hasIndicRun) ? indicMetrics : latinMetrics;
  for (let sizePt = style.maxSizePt; ; sizePt = Math.max(sizePt - 0.5, style.minSizePt)) {
    const lines = paragraphs.flatMap((paragraph) => wrapText(paragraph, box.widthPt / sizePt, measure));
    const lineHeightPt = sizePt * metrics.lineHeight;
    // A single line may use the whole box even where its natural leading would not fit.
    const roomForLines = Math.max(1, Math.floor(box.heightPt / lineHeightPt));
    const fits = lines.length <= roomForLines && lines.length * lineHeightPt <= box.heightPt;
    if (!fits && sizePt > style.minSizePt) continue;
    const kept = lines.slice(0, roomForLines);
    const isCut = kept.length < lines.length;
    if (isCut) kept.push(endedByEllipsis(kept.pop() ?? '', box.widthPt / sizePt, measure));
    return { sizePt, lineHeightPt, baselinePt: sizePt * metrics.baseline, lines: kept, isCut };
  }
};

/** Multiples of the size. Noto Sans reaches 1.07 above and 0.29 below, but only accented capitals use all of it. */
const latinMetrics = { lineHeight: 1.22, baseline: 0.96 };
/** Vowel signs above and conjuncts below fill the line; Kannada reaches lowest, 0.54. */
const indicMetrics = { lineHeight: 1.42, baseline: 0.95 };

const hasIndicRun = (paragraph: string): boolean => scriptRuns(paragraph).some(({ script }) => script !== 'Latin');

/** Shortens a line until it and an ellipsis fit. */
const endedByEllipsis = (line: string, widthEm: number, measure: (text: string) => number): string => {
  const characters = Array.from(graphemes.segment(line), ({ segment }) => segment);
  while (characters.length > 0 && measure(`${characters.join('').trimEnd()}…`) > widthEm) characters.pop();
  return `${characters.join('').trimEnd()}…`;
};

const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });
