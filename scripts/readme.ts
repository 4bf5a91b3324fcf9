import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startSettingsTable } from './configuration-page.ts';

const opening = '<!-- settings of npm start: written by npm run docs -->';
const closing = '<!-- end of settings -->';

/**
 * The README as it is, with the settings of `npm start` between its two marks written anew.
 *
 * @throws Error when a mark is missing
 */
export const readme = (): string => {
  const text = readFileSync(join(dirname(import.meta.dirname), 'README.md'), 'utf8');
  const [before, rest] = text.split(opening);
  const after = rest?.split(closing)[1];
  if (before === undefined || after === undefined) throw new Error(`README.md lacks "${opening}" or "${closing}"`);
  return `${before}${opening}\n\n${startSettingsTable()}\n\n${closing}${after}`;
};
