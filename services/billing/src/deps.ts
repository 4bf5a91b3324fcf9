import type { Db } from '@freight/database';
import type { Bus } from '@freight/messaging';
import type { BillingConfig } from './config.ts';
import type { Tables } from './tables.ts';

export type Deps = { db: Db<Tables>; bus: Bus; config: Pick<BillingConfig, 'WEIGHT_DISPUTE_DAYS'> };
