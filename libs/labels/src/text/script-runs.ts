import { fontOf, type IndicScript, type Script } from '../fonts.ts';

/** A stretch of text that one font can print. */
export type ScriptRun = { script: Script; text: string };

/**
 * Splits text into runs, because the PDF library has no font fallback: a character its font lacks prints as a box.
 * What a script's font lacks is looked for in the Latin one, then in its compatibility form; then an emoji is dropped and
 * any other character becomes U+FFFD, so that a reader sees something is missing.
 *
 * @example scriptRuns('राम 12') // [{ script: 'Devanagari', text: 'राम' }, { script: 'Latin', text: ' 12' }]
 */
export const scriptRuns = (text: string): ScriptRun[] => {
  const runs: ScriptRun[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const next = printed(character, last?.script ?? 'Latin');
    if (next === undefined) continue;
    if (last !== undefined && last.script === next.script) last.text += next.text;
    else runs.push(next);
  }
  return runs;
};

/** How one character is printed after a run of `before`; undefined when it is left out. */
const printed = (character: string, before: Script): ScriptRun | undefined => {
  const script = scriptOf(character, before);
  if (script === undefined) return undefined;
  if (holds(script, character)) return { script, text: character };
  if (holds('Latin', character)) return { script: 'Latin', text: character };
  const compatible = character.normalize('NFKC');
  if (compatible !== character && Array.from(compatible).every((one) => holds('Latin', one))) {
    return { script: 'Latin', text: compatible };
  }
  return dropped.test(character) ? undefined : { script: 'Latin', text: '\ufffd' };
};

/** The script that prints a character after a run of `before`; undefined for a joiner with nothing to join. */
const scriptOf = (character: string, before: Script): Script | undefined => {
  if (joiners.test(character)) return before === 'Latin' ? undefined : before;
  // A danda or a Vedic sign belongs to several scripts; it stays with the word it follows.
  if (before !== 'Latin' && (indicScripts[before].test(character) || accents.test(character))) return before;
  return indicNames.find((script) => indicScripts[script].test(character)) ?? 'Latin';
};

const holds = (script: Script, character: string): boolean => {
  const codePoint = character.codePointAt(0);
  return codePoint !== undefined && fontOf(script, 'regular').hasGlyphForCodePoint(codePoint);
};

const indicScripts = {
  Devanagari: /\p{Script_Extensions=Devanagari}/u,
  Bengali: /\p{Script_Extensions=Bengali}/u,
  Gurmukhi: /\p{Script_Extensions=Gurmukhi}/u,
  Gujarati: /\p{Script_Extensions=Gujarati}/u,
  Oriya: /\p{Script_Extensions=Oriya}/u,
  Tamil: /\p{Script_Extensions=Tamil}/u,
  Telugu: /\p{Script_Extensions=Telugu}/u,
  Kannada: /\p{Script_Extensions=Kannada}/u,
  Malayalam: /\p{Script_Extensions=Malayalam}/u,
} as const satisfies Record<IndicScript, RegExp>;

const indicNames: readonly IndicScript[] = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
];

const joiners = /[\u200c\u200d]/;
const accents = /\p{Script=Inherited}/u;
const dropped = /[\p{Extended_Pictographic}\p{Emoji_Component}\p{M}]/u;
