import { z } from 'zod';

/**
 * Field schemas that the contract uses again and again. Every one is idempotent: the gateway and the service both parse with
 * it, so a parsed value must parse to itself.
 */

/** Largest amount in one field: 100 crore INR. Beyond it a number is a typing error, and paise stay far inside 2^53. */
const maxInr = 1_000_000_000;

const isWellFormed = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** Text without NUL or lone surrogates, which PostgreSQL and couriers would refuse later. At most 1,000 characters by default. */
export const text = (maxLength = 1_000) =>
  z.string().min(1).max(maxLength).refine(isWellFormed, 'must be well-formed Unicode without NUL');

/** Text that may be empty: optional notes and remarks. */
export const looseText = (maxLength = 1_000) =>
  z.string().max(maxLength).refine(isWellFormed, 'must be well-formed Unicode without NUL');

/** Opaque id of ours, or what a caller believes to be one; the owner answers NOT_FOUND for what does not exist. */
export const idField = text(100);

/** Amount in INR with at most two decimals, not negative. */
export const inr = z
  .number()
  .min(0)
  .max(maxInr)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'must have at most two decimals')
  .meta({ description: 'Amount in INR' });

/** Amount in INR that may be negative: ledger movements and adjustments. */
export const signedInr = z
  .number()
  .min(-maxInr)
  .max(maxInr)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'must have at most two decimals')
  .meta({ description: 'Amount in INR, negative for money taken' });

/** Integer paise: 1 INR = 100 paise. Inside the services money has no other form. */
export const paise = z.int().meta({ description: 'Amount in paise' });

/** INR of the wire to integer paise. The schema has already refused a third decimal. */
export const toPaise = (amountInr: number): number => Math.round(amountInr * 100);

/** Integer paise to INR of the wire. */
export const toInr = (amountPaise: number): number => amountPaise / 100;

/** A well-formed Indian pincode: six digits, the first not zero. Whether it exists is the rate service's to say. */
export const pincode = z.string().regex(/^[1-9]\d{5}$/, 'must be a 6-digit Indian pincode');

/** Phone as people write it: digits with optional country code and separators. */
export const phone = z.string().regex(/^\+?[\d ()-]{7,20}$/, 'must be a phone number');

export const email = z.email().max(254);

/** ISO 8601 instant in UTC or with offset. */
export const dateTime = z.iso.datetime({ offset: true });

/** Calendar date or instant, as the list filters `from` and `to` take it. */
export const dateOrDateTime = z.union([z.iso.date(), dateTime]);

/** Grams, as a number because merchants send 499.5; at most 1 tonne. */
export const weightGrams = z.number().positive().max(1_000_000);

/** Centimetres, at most 10 metres. */
export const lengthCm = z.number().positive().max(1_000);

/** Query parameters `page` and `limit`: bounded, so that no request can ask for the whole table. */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

export const pageMeta = z.object({
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  totalPages: z.int(),
});

/** The output of an operation with `answer: 'page'`; the gateway spreads it into the envelope. */
export const pageOf = <T extends z.ZodType>(element: T) => z.object({ data: z.array(element), meta: pageMeta });

/** `{ data, meta }` from the rows of one page and the total number of rows. */
export const toPage = <T>(data: T[], total: number, { page, limit }: { page: number; limit: number }) => ({
  data,
  meta: { total, page, limit, totalPages: Math.ceil(total / limit) },
});

/** Query parameters arrive as text: 'yes' and 'no' stay words, as the specification spells them. */
export const yesNo = z.enum(['yes', 'no']);
