import { type BaseConfig, baseConfig } from '@freight/runtime';

/** Billing needs nothing beyond what every service needs. */
export const billingConfig = baseConfig;
export type BillingConfig = BaseConfig;
