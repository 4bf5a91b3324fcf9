import { describe, expect, it } from 'vitest';
import { scriptRuns } from './script-runs.ts';

const shown = (text: string): string[] => scriptRuns(text).map(({ script, text: run }) => `${script}:${run}`);

describe('scriptRuns', () => {
  it.each([
    ['plain 12', ['Latin:plain 12']],
    ['राम ₹5', ['Devanagari:राम', 'Latin: ₹5']],
    ['Flat २, কলকাতা', ['Latin:Flat ', 'Devanagari:२', 'Latin:, ', 'Bengali:কলকাতা']],
    ['ਪੰਜਾਬગુજરાતଓଡ଼ିଶା', ['Gurmukhi:ਪੰਜਾਬ', 'Gujarati:ગુજરાત', 'Oriya:ଓଡ଼ିଶା']],
    ['தமிழ்తెలుగుಕನ್ನಡമലയാളം', ['Tamil:தமிழ்', 'Telugu:తెలుగు', 'Kannada:ಕನ್ನಡ', 'Malayalam:മലയാളം']],
  ])('splits %j by the font that prints it', (text, runs) => {
    expect(shown(text)).toEqual(runs);
  });

  it('leaves the danda, which several scripts share, with the word it ends', () => {
    expect(shown('নাম।')).toEqual(['Bengali:নাম।']);
    expect(shown('नाम।')).toEqual(['Devanagari:नाम।']);
  });
});
