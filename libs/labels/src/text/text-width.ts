import { fontOf, type Weight } from '../fonts.ts';
import { scriptRuns } from './script-runs.ts';

/** Measures text at a size of one point; at n points it is n times as wide. */
export const textWidth = (text: string, weight: Weight): number =>
  scriptRuns(text).reduce((sum, { script, text: run }) => {
    const font = fontOf(script, weight);
    return sum + font.layout(run).advanceWidth / font.unitsPerEm;
  }, 0);
