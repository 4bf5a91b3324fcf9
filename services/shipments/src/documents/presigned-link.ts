import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ShipmentsConfig } from '../config.ts';
import { linksOf } from './links.ts';

/** What a link gives access to; the signature covers all of it, so none of it can be altered to reach another document. */
const linkClaims = z.object({
  /** `bulk` is the bulk download `id`, all others are of the shipment `id`. */
  kind: z.enum(['label', 'invoice', 'pod', 'bulk']),
  organizationId: z.string(),
  id: z.string(),
  /** Which document, where there are several; from 1. */
  number: z.int().optional(),
  /** Seconds since 1970. */
  expiresAt: z.int(),
});
export type LinkClaims = z.output<typeof linkClaims>;

/** Valid for one hour (specification, Limits). */
export const linkLifetimeSeconds = 3_600;

/** The address under which a document can be fetched without an API key, for an hour unless it says otherwise. */
export const presign = (
  config: Pick<ShipmentsConfig, 'PUBLIC_BASE_URL' | 'LINK_SIGNING_KEY'>,
  document: Omit<LinkClaims, 'expiresAt'>,
  expiresAt = Math.floor(Date.now() / 1_000) + linkLifetimeSeconds,
): string => {
  const token = signLink({ ...document, expiresAt }, config.LINK_SIGNING_KEY);
  return `${linksOf(config).apiBaseUrl}/documents/${token}`;
};

/** `<claims>.<signature>`, both base64url; the signature is HMAC-SHA256 over the claims as they stand in the link. */
export const signLink = (claims: LinkClaims, key: string): string => {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${signatureOf(payload, key)}`;
};

/** The claims of a link that we signed and that has not expired; undefined for everything else. */
export const readLink = (token: string, key: string, now: Date): LinkClaims | undefined => {
  const [payload = '', signature = '', ...rest] = token.split('.');
  // Compared as text: some other texts decode to the same bytes.
  const expected = Buffer.from(signatureOf(payload, key));
  const given = Buffer.from(signature);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const claims = linkClaims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return claims.success && now.getTime() < claims.data.expiresAt * 1_000 ? claims.data : undefined;
};

const signatureOf = (payload: string, key: string): string =>
  createHmac('sha256', key).update(payload).digest('base64url');
