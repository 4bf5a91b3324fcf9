import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasKeyForm, keyFacts, newKey } from './key-format.ts';

describe('an API key', () => {
  it.each(['live', 'test'] as const)('of mode %s has its prefix, 32 random characters and 6 of checksum', (mode) => {
    const key = newKey(mode);
    expect(key).toMatch(new RegExp(`^fk_${mode}_[0-9A-Za-z]{38}$`));
    expect(hasKeyForm(key)).toBe(true);
  });

  it('is never made twice', () => {
    const keys = Array.from({ length: 500 }, () => newKey('live'));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is refused after any change of one character', () => {
    const key = newKey('live');
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom('0', 'a', 'Z', '_', '-'), (index, character) => {
        fc.pre(key[index] !== character);
        expect(hasKeyForm(key.slice(0, index) + character + key.slice(index + 1))).toBe(false);
      }),
    );
  });

  it('of the other mode is another key: the prefix is under the checksum', () => {
    expect(hasKeyForm(newKey('test').replace('fk_test_', 'fk_live_'))).toBe(false);
  });

  it.each(['', 'fk_live_', 'fk_live_x', `${newKey('live')}x`, ` ${newKey('live')}`, `${newKey('live')}\n`])(
    'is not %j',
    (text) => expect(hasKeyForm(text)).toBe(false),
  );

  it('keeps its checksum over releases: keys in use stay valid', () => {
    expect(hasKeyForm(`fk_live_${'0'.repeat(32)}${checksumOfZeros}`)).toBe(true);
  });

  it('is known by its SHA-256, its first twelve characters and its last four', () => {
    const key = newKey('live');
    const { hash, prefix, lastFour } = keyFacts(key);
    expect(hash).toHaveLength(32);
    expect(hash.toString('hex')).not.toContain(Buffer.from(key).toString('hex').slice(0, 16));
    expect(prefix).toBe(key.slice(0, 12));
    expect(lastFour).toBe(key.slice(-4));
  });
});

/** Computed apart from our code, with Python's zlib.crc32. */
const checksumOfZeros = '03PsSM';
