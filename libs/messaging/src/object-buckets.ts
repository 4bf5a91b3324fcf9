import type { ServiceName } from '@freight/contracts';

/**
 * The buckets of the JetStream object store and the one service that may read and write each: the bus permissions derive from
 * this table.
 */
export const objectBuckets = {
  'shipments-drawn': { owner: 'shipments' },
  'shipments-kept': { owner: 'shipments' },
} as const satisfies Record<string, { owner: ServiceName }>;

export type ObjectBucket = keyof typeof objectBuckets;

export const bucketsOf = (service: ServiceName): string[] =>
  Object.entries(objectBuckets).flatMap(([bucket, { owner }]) => (owner === service ? [bucket] : []));
