import { allocateCarriersHandler } from './allocation/allocate-carriers.ts';
import { calculateRatesHandler } from './quotes/calculate-rates.ts';
import { serviceabilityDetailedHandler } from './serviceability/serviceability-detailed.ts';
import { classifyLaneHandler } from './zones/classify-lane.ts';

export const operations = [
  calculateRatesHandler,
  classifyLaneHandler,
  serviceabilityDetailedHandler,
  allocateCarriersHandler,
] as const;
