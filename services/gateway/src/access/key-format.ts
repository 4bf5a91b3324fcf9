import { createHash, hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type KeyMode = 'live' | 'test';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const form = /^fk_(?:live|test)_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/;

/** What is kept of a key: enough to recognise it and to show which one it is, not enough to use it. */
export type KeyFacts = { hash: Buffer; prefix: string; lastFour: string };

/** How much of a key a list shows: `fk_live_` and the first four characters. */
const prefixLength = 12;

/**
 * A new key: `fk_live_` or `fk_test_`, 32 random base62 characters (190 bits), 6 characters of checksum.
 *
 * @example newKey('live') // 'fk_live_9fX…'
 */
export const newKey = (mode: KeyMode): string => {
  const secret = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const body = `fk_${mode}_${secret}`;
  return body + checksum(body);
};

/** Could this be a key of ours? A typing error or a guess is refused here, before anything is looked up. */
export const hasKeyForm = (key: string): boolean =>
  form.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);

export const keyFacts = (key: string): KeyFacts => ({
  hash: createHash('sha256').update(key).digest(),
  prefix: key.slice(0, prefixLength),
  lastFour: key.slice(-4),
});

/** The name under which a gateway remembers a key: its SHA-256, so that no key stays in memory. */
export const keyDigest = (key: string): string => hash('sha256', key, 'base64url');

/**
 * CRC32 of everything before it in base62, as GitHub's tokens have it: secret scanners can tell a key from noise without asking.
 * https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/
 */
const checksum = (body: string): string => {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
};
