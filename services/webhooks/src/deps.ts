import type { Db } from '@freight/database';
import type { DeliveryEngine } from './delivery/delivery-engine.ts';
import type { Tables } from './tables.ts';
import type { TargetPolicy } from './targets/address-policy.ts';

export type Deps = {
  db: Db<Tables>;
  engine: Pick<DeliveryEngine, 'kick' | 'attemptNow'>;
  targetPolicy: TargetPolicy;
  leaseMs: number;
};
