import { describe, expect, test } from 'vitest';
import { readLink, signLink } from './presigned-link.ts';

const key = 'k'.repeat(32);
const claims = { kind: 'label', organizationId: 'org_1', id: 'shp_1', expiresAt: 1_000 } as const;

describe('a presigned link', () => {
  test('holds until the second it expires, and not in it', () => {
    const token = signLink(claims, key);
    expect(readLink(token, key, new Date(999_000))).toEqual(claims);
    expect(readLink(token, key, new Date(999_999))).toEqual(claims);
    expect(readLink(token, key, new Date(1_000_000))).toBeUndefined();
    expect(readLink(token, key, new Date(1_001_000))).toBeUndefined();
  });

  test('holds only under the key that signed it', () => {
    expect(readLink(signLink(claims, key), 'x'.repeat(32), new Date(0))).toBeUndefined();
  });

  test('holds no more when any one character of it is altered, left out or added', () => {
    const token = signLink(claims, key);
    const places = Array.from({ length: token.length + 1 }, (_, at) => at);
    const forged = places.flatMap((at) =>
      ['A', 'B', '-', '.', ''].flatMap((other) => [
        token.slice(0, at) + other + token.slice(at + 1),
        token.slice(0, at) + other + token.slice(at),
      ]),
    );
    const accepted = forged.filter((link) => link !== token && readLink(link, key, new Date(0)) !== undefined);
    expect(accepted).toEqual([]);
  });

  test('reaches no other organization, shipment, kind or hour with the signature of another link', () => {
    const [, signature = ''] = signLink(claims, key).split('.');
    const wished = [
      { organizationId: 'org_2' },
      { id: 'shp_2' },
      { kind: 'invoice' as const },
      { expiresAt: 1_000_000 },
      { number: 2 },
    ];
    for (const wish of wished) {
      const [payload = ''] = signLink({ ...claims, ...wish }, 'the forger’s own key').split('.');
      expect(readLink(`${payload}.${signature}`, key, new Date(0))).toBeUndefined();
    }
  });

  test.each(['', '.', 'a.b', 'a.b.c', '💥.💥', 'e30.'])('is not what somebody made up: %j', (token) => {
    expect(readLink(token, key, new Date(0))).toBeUndefined();
  });
});
