import type { Implementation } from '@freight/messaging';
import { allocateCarriersHandler } from './allocation/allocate-carriers.ts';
import type { Deps } from './deps.ts';
import { calculateRatesHandler } from './quotes/calculate-rates.ts';
import { serviceabilityDetailedHandler } from './serviceability/serviceability-detailed.ts';
import { classifyLaneHandler } from './zones/classify-lane.ts';

/** Everything that this service does for others. */
export const ratesImplementations: readonly Implementation<Deps>[] = [
  calculateRatesHandler,
  classifyLaneHandler,
  serviceabilityDetailedHandler,
  allocateCarriersHandler,
];
