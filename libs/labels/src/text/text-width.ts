import { fontOf, type Weight } from '../fonts.ts';
import { scriptRuns } from './script-runs.ts';

/**
 * Measures text at a size of one point; at n points it is n times as wide. Shaping is most of the cost of a label and
 * labels repeat their words (captions, cities, a merchant's own address), so widths are remembered.
 */
export const textWidth = (text: string, weight: Weight): number => {
  const known = remembered[weight].get(text);
  if (known !== undefined) return known;
  const width = scriptRuns(text).reduce((sum, { script, text: run }) => {
    const font = fontOf(script, weight);
    return sum + font.layout(run).advanceWidth / font.unitsPerEm;
  }, 0);
  if (remembered[weight].size >= rememberedLimit) remembered[weight].clear();
  remembered[weight].set(text, width);
  return width;
};

const rememberedLimit = 10_000;
const remembered: Record<Weight, Map<string, number>> = { regular: new Map(), bold: new Map() };
