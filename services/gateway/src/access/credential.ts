import { createHash, timingSafeEqual } from 'node:crypto';
import { invalidKey, missingKey } from './key-directory.ts';

/**
 * The API key of a request: `X-API-Key`, or `Authorization: Bearer`. Two that differ are refused, because whichever we chose, a
 * proxy in front of us or a log reader might have chosen the other.
 *
 * @throws FreightError UNAUTHENTICATED
 */
export const presentedKey = (headers: Headers): string => {
  const header = headers.get('x-api-key') ?? undefined;
  const bearer = bearerToken(headers.get('authorization'));
  const key = header ?? bearer;
  if (key === undefined || key === '') throw missingKey();
  if (header !== undefined && bearer !== undefined && header !== bearer) throw invalidKey();
  return key;
};

/** Checks the operator's token in constant time. Gives the token back. */
export const assertOperator = (headers: Headers, operatorToken: string): string => {
  const token = bearerToken(headers.get('authorization'));
  if (token === undefined || token === '') throw missingKey();
  // Hashed first: timingSafeEqual compares equal lengths only, and the length is nobody's business either.
  if (!timingSafeEqual(sha256(token), sha256(operatorToken))) throw invalidKey();
  return token;
};

/** The token of an `Authorization: Bearer <token>`; the scheme in any case, as RFC 9110 section 11.1 has it. */
const bearerToken = (authorization: string | null): string | undefined => {
  if (authorization === null) return undefined;
  const [, token] = /^bearer +(\S+) *$/i.exec(authorization) ?? [];
  return token ?? (/^bearer *$/i.test(authorization) ? undefined : '');
};

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
