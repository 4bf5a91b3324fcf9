import { scriptRuns } from './script-runs.ts';

/**
 * Makes text from a stranger safe to lay out: one line, at most `limit` characters and an ellipsis, nothing invisible
 * that moves other text. Controls and line breaks become spaces; bidi controls, other format characters, unassigned
 * and private characters go, as do piles of accents that would reach into the lines above. The joiners stay, since
 * Indic spelling uses them. Characters that no font of ours holds are left out or replaced as `scriptRuns` says.
 */
export const printable = (text: string, limit: number): string => {
  // Bounded before any expression runs over it; a character is two units at most, and NFC shortens rather than lengthens.
  const bounded = text.slice(0, limit * 4);
  const cleaned = bounded
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Me}\p{Variation_Selector}]/gu, '')
    .replace(/([\p{Script=Inherited}&&\p{M}]{2})[\p{Script=Inherited}&&\p{M}]+/gv, '$1')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
  const held = scriptRuns(cleaned)
    .map((run) => run.text)
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  const characters = Array.from(held);
  const isCut = characters.length > limit || text.length > bounded.length;
  return isCut ? `${characters.slice(0, limit).join('').trim()}…` : held;
};
