import type { RatesConfig } from '../config.ts';

const dayMs = 86_400_000;

/** How old an answer of a courier may be before it is asked again and counts as stale, in milliseconds. */
export const maxAgeMsOf = ({ SERVICEABILITY_MAX_AGE_DAYS }: Pick<RatesConfig, 'SERVICEABILITY_MAX_AGE_DAYS'>): number =>
  SERVICEABILITY_MAX_AGE_DAYS * dayMs;
