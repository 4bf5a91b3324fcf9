import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a link gives access to; the signature covers all of it, so none of it can be altered to reach another document. */
const linkClaims = z.object({
  kind: z.enum(['label']),
  organizationId: z.string(),
  shipmentId: z.string(),
  /** Seconds since 1970. */
  expiresAt: z.int(),
});
export type LinkClaims = z.output<typeof linkClaims>;

/** Valid for one hour (specification, Limits). */
export const linkLifetimeSeconds = 3_600;

/** `<claims>.<signature>`, both base64url; the signature is HMAC-SHA256 over the claims as they stand in the link. */
export const signLink = (claims: LinkClaims, key: string): string => {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${signatureOf(payload, key).toString('base64url')}`;
};

/** The claims of a link that we signed and that has not expired; undefined for everything else. */
export const readLink = (token: string, key: string, now: Date): LinkClaims | undefined => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const expected = signatureOf(payload, key);
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = linkClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.success && now.getTime() < claims.data.expiresAt * 1_000 ? claims.data : undefined;
};

const signatureOf = (payload: string, key: string): Buffer => createHmac('sha256', key).update(payload).digest();
