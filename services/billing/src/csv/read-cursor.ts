import { FreightError } from '@freight/contracts';

/**
 * The number that a cursor of ours stands for; null for the beginning.
 *
 * @throws FreightError VALIDATION_FAILED for what is no cursor of ours
 */
export const readCursor = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null;
  const value = Number(cursor);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new FreightError('VALIDATION_FAILED', { errors: { cursor: ['is not a cursor of this document'] } });
};
