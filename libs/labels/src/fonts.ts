import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { passOverNullAnchors } from './null-anchors.ts';

export type Weight = 'regular' | 'bold';

/**
 * The scripts a label can print, each with its Noto Sans family. Latin comes first: its font also holds digits,
 * punctuation, the rupee sign, Greek and Cyrillic, and stands in for what no other script claims.
 */
const families = {
  Latin: { folder: 'noto-sans', file: 'NotoSans' },
  Devanagari: { folder: 'noto-sans-devanagari', file: 'NotoSansDevanagari' },
  Bengali: { folder: 'noto-sans-bengali', file: 'NotoSansBengali' },
  Gurmukhi: { folder: 'noto-sans-gurmukhi', file: 'NotoSansGurmukhi' },
  Gujarati: { folder: 'noto-sans-gujarati', file: 'NotoSansGujarati' },
  Oriya: { folder: 'noto-sans-oriya', file: 'NotoSansOriya' },
  Tamil: { folder: 'noto-sans-tamil', file: 'NotoSansTamil' },
  Telugu: { folder: 'noto-sans-telugu', file: 'NotoSansTelugu' },
  Kannada: { folder: 'noto-sans-kannada', file: 'NotoSansKannada' },
  Malayalam: { folder: 'noto-sans-malayalam', file: 'NotoSansMalayalam' },
} as const satisfies Record<string, { folder: string; file: string }>;

export type Script = keyof typeof families;
export type IndicScript = Exclude<Script, 'Latin'>;

/** Gives a font, read and parsed the first time it is asked for in this thread and kept from then on. */
export const fontOf = (script: Script, weight: Weight): Font => {
  const name = fontName(script, weight);
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const { folder, file } = families[script];
  const style = weight === 'bold' ? '700Bold' : '400Regular';
  const font = create(readFileSync(resolve(`@expo-google-fonts/${folder}/${style}/${file}_${style}.ttf`)));
  if (!('layout' in font)) throw new TypeError(`${name} is a collection of fonts, not a font`);
  passOverNullAnchors(font);
  parsed.set(name, font);
  return font;
};

/** The name by which a document knows the font. */
export const fontName = (script: Script, weight: Weight): string => `${script}-${weight}`;

const parsed = new Map<string, Font>();
const { resolve } = createRequire(import.meta.url);
