import type { Implementation } from '@freight/messaging';
import { allocateCarriersHandler } from './allocation/allocate-carriers.ts';
import { getAllocationRulesHandler } from './allocation/get-allocation-rules.ts';
import { putAllocationRulesHandler } from './allocation/put-allocation-rules.ts';
import { replayAllocationHandler } from './allocation/replay-allocation.ts';
import { tryAllocationHandler } from './allocation/try-allocation.ts';
import { createRatePlanHandler } from './cards/create-rate-plan.ts';
import { createRatePlanVersionHandler } from './cards/create-rate-plan-version.ts';
import { exportRatePlanVersionHandler } from './cards/export-rate-plan-version.ts';
import { getOrganizationRatePlanHandler } from './cards/get-organization-rate-plan.ts';
import { getRatePlanHandler } from './cards/get-rate-plan.ts';
import { listRatePlansHandler } from './cards/list-rate-plans.ts';
import { putOrganizationRatePlanHandler } from './cards/put-organization-rate-plan.ts';
import { listCourierAccountsHandler } from './carriers/list-courier-accounts.ts';
import { patchCourierAccountHandler } from './carriers/patch-courier-account.ts';
import type { Deps } from './deps.ts';
import { getCouriersHealthHandler } from './health/get-couriers-health.ts';
import { exportPincodesHandler } from './pincodes/export-pincodes.ts';
import { getPincodeTableHandler } from './pincodes/get-pincode-table.ts';
import { importPincodesHandler } from './pincodes/import-pincodes.ts';
import { priceWithVersionHandler } from './pricing/price-with-version.ts';
import { calculateRatesHandler } from './quotes/calculate-rates.ts';
import { getServiceabilityStatusHandler } from './serviceability/get-serviceability-status.ts';
import { importServiceabilityHandler } from './serviceability/import-serviceability.ts';
import { serviceabilityDetailedHandler } from './serviceability/serviceability-detailed.ts';
import { classifyLaneHandler } from './zones/classify-lane.ts';

/** Everything that this service does for others. */
export const ratesImplementations: readonly Implementation<Deps>[] = [
  calculateRatesHandler,
  classifyLaneHandler,
  serviceabilityDetailedHandler,
  allocateCarriersHandler,
  priceWithVersionHandler,
  tryAllocationHandler,
  replayAllocationHandler,
  putAllocationRulesHandler,
  getAllocationRulesHandler,
  listRatePlansHandler,
  createRatePlanHandler,
  getRatePlanHandler,
  createRatePlanVersionHandler,
  exportRatePlanVersionHandler,
  putOrganizationRatePlanHandler,
  getOrganizationRatePlanHandler,
  importServiceabilityHandler,
  getServiceabilityStatusHandler,
  listCourierAccountsHandler,
  patchCourierAccountHandler,
  getCouriersHealthHandler,
  importPincodesHandler,
  getPincodeTableHandler,
  exportPincodesHandler,
];
