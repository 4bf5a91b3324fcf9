import { createHash } from 'node:crypto';
import { style } from './page-style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

/** A browser may load nothing for the page but the seller's logo, and apply no style but ours; there is no script at all. */
export const contentSecurityPolicy = (logoUrl: string | undefined): string => {
  const origin = logoUrl === undefined ? undefined : URL.parse(logoUrl)?.origin;
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(origin === undefined ? [] : [`img-src ${origin}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};
