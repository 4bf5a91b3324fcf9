import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './json-body.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const validationFailed = expect.objectContaining({ code: 'VALIDATION_FAILED' });
const parsing = (text: string) => () => parseJsonBody(bytes(text));

describe('a JSON body', () => {
  it.each(['', ' ', '\n\t'])('of nothing (%j) is an empty object', (text) => {
    expect(parseJsonBody(bytes(text))).toEqual({});
  });

  it('may begin with a byte order mark', () => {
    expect(parseJsonBody(bytes('\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });

  it('keeps well-formed text of any script, escaped or not', () => {
    expect(parseJsonBody(bytes('{"a":"दिल्ली 🚚 \\ud83d\\ude9a \\u0041 \\\\u0000"}'))).toEqual({
      a: 'दिल्ली 🚚 🚚 A \\u0000',
    });
  });

  it.each(['{', '{"a":}', "{'a':1}", '{"a":1}{', 'undefined', 'NaN', '{"a":Infinity}', '{"a":1,}', '{"a":"\u0000"}'])(
    '%j is refused as malformed',
    (text) => expect(parsing(text)).toThrow(validationFailed),
  );

  it.each([
    '{"a":"\\u0000"}',
    '{"\\u0000":1}',
    '{"a":"\\ud800"}',
    '{"a":"\\uDFFF"}',
    '{"a":[{"b":["\\ud800x"]}]}',
    '{"a":{"\\udc00\\ud800":1}}',
    '"\\u0000"',
    '["\\ud800"]',
  ])('%s is refused: NUL or half a surrogate pair', (text) => expect(parsing(text)).toThrow(validationFailed));

  it('names the field that is not well-formed', () => {
    expect(parsing('{"drop":{"name":"a\\u0000b"}}')).toThrow(
      expect.objectContaining({ errors: { 'drop.name': [expect.any(String)] } }),
    );
  });

  it('that is not UTF-8 is refused', () => {
    expect(() => parseJsonBody(new Uint8Array([0x22, 0xc3, 0x28, 0x22]))).toThrow(validationFailed);
    expect(() => parseJsonBody(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toThrow(validationFailed);
  });

  it('nested 32 levels deep is read, 33 and 100,000 levels are refused', () => {
    expect(parseJsonBody(bytes('['.repeat(32) + ']'.repeat(32)))).toBeDefined();
    expect(parsing('['.repeat(33) + ']'.repeat(33))).toThrow(validationFailed);
    expect(parsing('{"a":'.repeat(100_000))).toThrow(validationFailed);
  });

  it('may hold any number of brackets in a string', () => {
    expect(parseJsonBody(bytes(`{"a":"${'['.repeat(100)}\\"${'{'.repeat(100)}"}`))).toBeDefined();
  });
});
