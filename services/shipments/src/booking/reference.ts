import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A new reference for a consignment: `FA` and 18 characters of Crockford's base 32, 90 random bits. 20 characters of A-Z and
 * 0-9 is what the tightest courier takes (Blue Dart's CreditReferenceNo); it is ours, never the merchant's, so that two
 * attempts of one order are two references.
 */
export const newReference = (): string => `FA${[...randomBytes(18)].map((byte) => alphabet[byte & 31]).join('')}`;
