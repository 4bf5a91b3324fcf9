import type { Font } from 'fontkit';

/**
 * Makes a font's mark positioning pass over null anchors, as OpenType allows and HarfBuzz does, instead of throwing.
 * Everyday Malayalam (ദ്) and Gurmukhi (ਘੋ) meet them in the Noto fonts: fontkit issue 367, unreleased as of 2.0.4. A
 * subtable without an anchor leaves the mark to the next one. Does nothing where the font positions no marks.
 */
export const passOverNullAnchors = (font: Font): void => {
  const processor = property(property(property(font, '_layoutEngine'), 'engine'), 'GPOSProcessor');
  const applyAnchor = property(processor, 'applyAnchor');
  const applyLookup = property(processor, 'applyLookup');
  if (!isObject(processor) || typeof applyAnchor !== 'function' || typeof applyLookup !== 'function') return;
  let isMissing = false;
  Reflect.set(processor, 'applyAnchor', (mark: unknown, anchor: unknown, index: unknown): void => {
    isMissing = !isObject(anchor) || !isObject(property(mark, 'markAnchor'));
    if (!isMissing) Reflect.apply(applyAnchor, processor, [mark, anchor, index]);
  });
  Reflect.set(processor, 'applyLookup', (type: unknown, table: unknown): boolean => {
    isMissing = false;
    const isApplied = Reflect.apply(applyLookup, processor, [type, table]) === true && !isMissing;
    isMissing = false;
    return isApplied;
  });
};

const property = (value: unknown, name: string): unknown => (isObject(value) ? Reflect.get(value, name) : undefined);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
