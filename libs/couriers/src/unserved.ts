import type { Serviceability } from './courier.ts';

/** A lane that the courier does not serve at all, and why in its words. */
export const unserved = (remarks: string | null = null): Serviceability => ({
  isServiceable: false,
  prepaid: false,
  cod: false,
  pickup: false,
  reverse: false,
  reverseQc: false,
  maxCodPaise: null,
  eddDays: null,
  remarks,
});
