import { FreightError } from '@freight/contracts';

/** Nesting beyond this is an attack on recursive code, not a shipment: the deepest request of the contract has 5 levels. */
const maxDepth = 32;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** JSON escapes that may hide NUL or half of a surrogate pair; anything else cannot be in well-formed UTF-8. */
const suspiciousEscape = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses a request's JSON. An empty body is an empty object, because many clients send `Content-Type: application/json` without
 * one.
 *
 * @throws FreightError VALIDATION_FAILED for what is not UTF-8, not JSON, nested too deeply, or holds NUL or a lone surrogate in
 * any key or value, named by the contract or not
 */
export const parseJsonBody = (bytes: Uint8Array): unknown => {
  const text = decode(bytes);
  if (text.trim() === '') return {};
  assertShallow(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FreightError('VALIDATION_FAILED', { message: 'Request body is not valid JSON', cause: error });
  }
  if (suspiciousEscape.test(text)) assertWellFormed(value, 'body');
  return value;
};

/** Is this text that PostgreSQL, couriers and JSON can all hold? */
export const isWellFormedText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const decode = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new FreightError('VALIDATION_FAILED', { message: 'Request body is not valid UTF-8', cause: error });
  }
};

const code = { quote: 0x22, backslash: 0x5c, openBracket: 0x5b, closeBracket: 0x5d, openBrace: 0x7b, closeBrace: 0x7d };

/** Counts brackets outside of strings before anything recursive sees the text. */
const assertShallow = (text: string): void => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (isInString) {
      if (char === code.backslash) index += 1;
      else if (char === code.quote) isInString = false;
    } else if (char === code.quote) isInString = true;
    else if (char === code.openBrace || char === code.openBracket) {
      depth += 1;
      if (depth > maxDepth) {
        throw new FreightError('VALIDATION_FAILED', {
          message: `Request body is nested deeper than ${maxDepth} levels`,
        });
      }
    } else if (char === code.closeBrace || char === code.closeBracket) depth -= 1;
  }
};

const assertWellFormed = (value: unknown, path: string): void => {
  if (typeof value === 'string') {
    if (isWellFormedText(value)) return;
    throw new FreightError('VALIDATION_FAILED', { errors: { [path]: ['must be well-formed Unicode without NUL'] } });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    assertWellFormed(key, path);
    assertWellFormed(inner, path === 'body' ? key : `${path}.${key}`);
  }
};
