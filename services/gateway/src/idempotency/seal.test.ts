import { expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const answer = Buffer.from('{"data":{"key":"fk_live_secret"}}');

it('opens with the credential that sealed it', () => {
  expect(unseal(seal(answer, 'credential'), 'credential')).toEqual(answer);
});

it('opens with no other credential, and not after any change', () => {
  const sealed = seal(answer, 'credential');
  expect(unseal(sealed, 'other')).toBeUndefined();
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(sealed.readUInt8(index) ^ 1, index);
    expect(unseal(changed, 'credential')).toBeUndefined();
  }
});

it('shows nothing of what it holds, and looks different each time', () => {
  const sealed = seal(answer, 'credential');
  expect(sealed.toString('latin1')).not.toContain('fk_live');
  expect(seal(answer, 'credential')).not.toEqual(sealed);
});
